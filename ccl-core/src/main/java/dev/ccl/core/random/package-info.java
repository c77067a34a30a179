/**
 * Random numbers by name: streams keyed by (root seed, purpose, round, index) and exact samplers.
 *
 * <p>Every draw of a run comes from a stream that its name alone determines. Fresh randomness is
 * therefore structural, a single round can be replayed, and the number of threads changes no bit.
 * The samplers use plain arithmetic only, so a seed gives the same draws on every machine.
 */
package dev.ccl.core.random;
