/**
 * What commands share: whole numbers as users write them, how far the work has got ({@link
 * dev.ccl.cli.run.Progress}, on a terminal or in lines), and the end that a user asks for by Ctrl-C
 * ({@link dev.ccl.cli.run.Interruption}).
 */
package dev.ccl.cli.run;
