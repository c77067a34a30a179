/**
 * Generators of instances: the separation of Section 6, random realizable problems of any shape,
 * and problems that break one assumption each. The same parameters give the same bytes everywhere.
 */
package dev.ccl.core.instance.generator;
