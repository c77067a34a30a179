/** The command {@code ccl}. */
package dev.ccl.cli;
