package dev.ccl.cli;

import dev.ccl.core.exact.Minimum;
import dev.ccl.core.exact.PaperConstants;
import dev.ccl.core.exact.SourceInformation;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.PromptTable;
import dev.ccl.core.instance.StateTable;
import dev.ccl.core.math.Elementary;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import dev.ccl.core.truth.Realizability;
import dev.ccl.experiments.run.Caveats;

/**
 * Whether the assumptions of the paper hold for an instance, its constants, and what the paper's
 * schedules (eq:br-budgets) ask for.
 */
final class Inspection {
  private static final double UNIT = 1 + 1e-9; // the format's tolerance for feature norms

  final Instance instance;
  final LearningProblem problem;
  final GroundTruth truth;
  final double largestPhi;
  final double largestPhiStu;
  final double smallestPre;
  final SourceInformation information;
  final PaperConstants constants;
  final Realizability fit;
  final Minimum oracle; // null where a target prompt has no rewards

  private Inspection(Instance instance, GroundTruth truth) {
    this.instance = instance;
    this.truth = truth;
    this.problem = truth.problem();
    double phi = 0;
    double phiStu = 0;
    double pre = 1;
    for (PromptTable prompt : instance.prompts().values()) {
      for (StateTable state : prompt.states()) {
        for (int k = 0; k < state.tokens().length(); k++) {
          double square = 0;
          for (int i = 0; i < instance.header().calibrationDimension(); i++) {
            square += state.phi(k, i) * state.phi(k, i);
          }
          phi = Math.max(phi, Math.sqrt(square));
          square = 0;
          for (int i = 0; i < instance.header().studentDimension(); i++) {
            square += state.phiStu(k, i) * state.phiStu(k, i);
          }
          phiStu = Math.max(phiStu, Math.sqrt(square));
          pre = Math.min(pre, state.pre(k));
        }
      }
    }
    this.largestPhi = phi;
    this.largestPhiStu = phiStu;
    this.smallestPre = pre;
    this.information = SourceInformation.of(problem);
    this.constants = PaperConstants.of(problem, information.mu());
    this.fit = Realizability.of(truth);
    this.oracle = truth.unrewarded().isEmpty() ? truth.oracle() : null;
  }

  static Inspection of(Instance instance, long budget) {
    return new Inspection(instance, GroundTruth.of(instance, budget));
  }

  boolean featuresHold() {
    return largestPhi <= UNIT && largestPhiStu <= UNIT;
  }

  boolean positivityHolds() {
    return smallestPre > 0;
  }

  /** Tells whether the fitted w* is in W; another solution may be where w* is not identified. */
  boolean isFitInSet() {
    return problem.calibration().set().contains(fit.wStar().toArray());
  }

  boolean realizabilityHolds() {
    return fit.residual() <= Caveats.REALIZABLE && (isFitInSet() || !fit.isIdentified());
  }

  boolean identificationHolds() {
    return constants.muJoint() > 0;
  }

  /** Tells whether the oracle student is unique, as far as the rewards tell. */
  boolean uniquenessHolds() {
    return oracle == null || oracle.isUnique();
  }

  boolean allHold() {
    return featuresHold()
        && positivityHolds()
        && realizabilityHolds()
        && identificationHolds()
        && uniquenessHolds();
  }

  /** The natural logarithm of 1/γ, about the number of rounds in which η throws w onto ∂W. */
  double logBoundaryRounds() {
    return -constants.logGamma();
  }

  /** The natural logarithm of the T at which 4/(γ²(T+2)) falls below (2 · radius of W)². */
  double logBiteRounds() {
    double radius = problem.calibration().set().radius();
    return -2 * constants.logGamma() - 2 * Elementary.log(radius);
  }
}
