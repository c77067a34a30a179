/** The theory as laws with evidence. */
package dev.ccl.theory;
