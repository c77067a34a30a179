package dev.ccl.certificates;

import static dev.ccl.certificates.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ccl.certificates.Certificate.Strength;
import org.junit.jupiter.api.Test;

/** Rules go through their text to the last digit, and no rule trusts a rejected model. */
class StopRuleTest {
  private static final double[] NUMBERS = {
    0.1, 1.0 / 3, 1 - 0x1p-53, 12345.678901234567, 1e-300, 1e300, Double.MIN_VALUE
  };

  @Test
  void everyRuleIsReadBackAsItWas() {
    assertSame(StopRule.NEVER, StopRule.parse(StopRule.NEVER.toString()));
    for (StopRule.Quantity quantity : StopRule.Quantity.values()) {
      for (double below : NUMBERS) {
        StopRule rule = new StopRule(quantity, below);
        assertEquals(rule, StopRule.parse(rule.toString()));
      }
    }
  }

  /** What is no rule at all is told with what would be one. */
  @Test
  void whatIsNoRuleIsRefused() {
    for (String text :
        new String[] {
          "", "Never", "excess", "excess 0.1", "cap<0.1", " never", "kl<1", "excess<x", "excess>1"
        }) {
      assertRefused(text + " is not " + StopRule.FORM, () -> StopRule.parse(text));
    }
  }

  @Test
  void aBoundIsPositiveAndFinite() {
    for (String number : new String[] {"0", "-1", "Infinity", "NaN"}) {
      String text = "oracle-kl<" + number;
      assertRefused(text + ": the bound is not positive and finite", () -> StopRule.parse(text));
    }
  }

  @Test
  void aBoundThatIsNotCertifiedIsEnoughOnlyForARuleThatSaysSo() {
    Certificate searched = new Certificate(0.1, 0.1, 0.2, 0.1, Strength.SEARCHED, 1, 0);
    for (String quantity : new String[] {"excess", "oracle-kl"}) {
      assertFalse(StopRule.parse(quantity + "<0.2").allows(searched, 0.25), quantity);
      StopRule weaker = StopRule.parse("searched-" + quantity + "<0.2");
      assertTrue(weaker.allows(searched, 0.25), quantity);
      assertTrue(weaker.allows(withEvidence(3), 0.25) || quantity.equals("oracle-kl"));
      assertFalse(StopRule.parse("searched-" + quantity + "<0.1").allows(searched, 0.25));
    }
  }

  private static Certificate withEvidence(double evidence) {
    return new Certificate(0.1, 0.1, 0.2, 0.3, Strength.CERTIFIED, evidence, 0);
  }

  /** At 1/α the model is rejected, and so it is by evidence that is no number. */
  @Test
  void aModelIsRejectedFromOneOverTheLevelOn() {
    assertFalse(withEvidence(0).modelRejected(0.25));
    assertFalse(withEvidence(Math.nextDown(4.0)).modelRejected(0.25));
    for (double evidence : new double[] {4, 5, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertTrue(withEvidence(evidence).modelRejected(0.25), "" + evidence);
    }
    StopRule rule = new StopRule(StopRule.Quantity.EXCESS, 0.2);
    assertTrue(rule.allows(withEvidence(3), 0.25));
    assertFalse(rule.allows(withEvidence(Double.NaN), 0.25));
    assertFalse(StopRule.NEVER.allows(withEvidence(3), 0.25));
  }
}
