/**
 * Features made of a language model: a recipe says which, a fit on what the model says (never on a
 * reward) freezes them.
 */
package dev.ccl.lm.recipe;
