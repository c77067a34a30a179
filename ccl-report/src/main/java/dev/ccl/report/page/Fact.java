package dev.ccl.report.page;

/**
 * A number worth a glance.
 *
 * @param value the number
 * @param meaning what it is
 */
public record Fact(String value, String meaning) {}
