/** Real language models: next-token laws, hidden states and what is made of them. */
package dev.ccl.lm;
