/**
 * The constants that the paper leaves implicit, computed for an instance: the local geometry of the
 * true cost, κ<sub>opt</sub>, the Łojasiewicz pair (a, p), and from them K<sub>opt</sub> and the
 * numbers of rounds at which the bounds begin to say something. They are found on a dense design of
 * parameters, not proved, except where a positive definite Hessian certifies p = 1.
 */
package dev.ccl.theory.constants;
