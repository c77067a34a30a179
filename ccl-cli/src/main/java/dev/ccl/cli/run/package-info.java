/**
 * What a command shows and hears while it runs: {@link dev.ccl.cli.run.Progress} on a terminal, and
 * an {@link dev.ccl.cli.run.Interruption} from it.
 */
package dev.ccl.cli.run;
