package dev.ccl.cli.run;

import java.math.BigDecimal;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads whole numbers, also written like 1e7 or 10_000_000. */
public final class WholeNumber implements ITypeConverter<Long> {
  /** Creates a converter. */
  public WholeNumber() {}

  @Override
  public Long convert(String text) {
    try {
      BigDecimal number = new BigDecimal(text.replace("_", ""));
      if (number.scale() > -20) { // 1e999999999 is not worth its digits
        return number.longValueExact();
      }
    } catch (NumberFormatException | ArithmeticException e) {
      // falls through to the one message
    }
    throw new TypeConversionException("'" + text + "' is not a whole number of 64 bits");
  }
}
