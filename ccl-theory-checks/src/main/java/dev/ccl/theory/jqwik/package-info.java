/**
 * Instances and parameters for properties of jqwik. This package alone knows jqwik; a project that
 * uses it brings jqwik along.
 */
package dev.ccl.theory.jqwik;
