/**
 * Answer trees as models see them: one growing tree of states, grown to its end where whole trees
 * are wanted. Nothing here depends on rewards.
 */
package dev.ccl.lm.answer;
