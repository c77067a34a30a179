/** The commands {@code ccl lm}: real language models. */
package dev.ccl.cli.lm;
