/**
 * From text to token ids and back. A {@link dev.ccl.lm.token.Tokenizer} treats its argument as text
 * and nothing else: what looks like a control token in a question stays text, and control tokens
 * are put around it by a {@link dev.ccl.lm.token.ChatTemplate}.
 */
package dev.ccl.lm.token;
