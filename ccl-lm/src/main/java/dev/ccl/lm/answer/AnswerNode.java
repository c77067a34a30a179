package dev.ccl.lm.answer;

import com.google.common.collect.ImmutableList;
import dev.ccl.lm.recipe.StateReading;

/**
 * A state of an answer tree as the models see it.
 *
 * @param prefix the pieces before it
 * @param legal its legal pieces, the end among them as the empty piece
 * @param mass the reference model's probability of the legal pieces together
 * @param teacher the teacher's law of the legal pieces at temperature 1
 * @param reading what features are made of
 */
public record AnswerNode(
    ImmutableList<String> prefix,
    ImmutableList<String> legal,
    double mass,
    PieceLaw teacher,
    StateReading reading) {}
