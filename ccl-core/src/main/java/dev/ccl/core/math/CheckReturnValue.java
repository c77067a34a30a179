package dev.ccl.core.math;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a method whose answer its callers must not drop; Error Prone knows it by its name. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.CLASS)
@interface CheckReturnValue {}
