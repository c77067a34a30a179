package dev.ccl.core.instance;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A pull parser of JSON that knows its place: callers say what they expect next, and whatever is
 * not as expected is an {@link InstanceFormatException} with that place.
 */
final class JsonCursor {
  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.CHARSET_DETECTION) // UTF-8 and nothing else
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE) // it belongs to the caller
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // so that they are refused by place
          .build();

  private static final List<String> ADVICE =
      List.of(
          "\n", ": enable ", ": maybe ", ": was expecting (", ": expected a valid value", " (for ");

  private final String file;
  private final JsonParser parser;
  private final StringBuilder place = new StringBuilder();
  private final Map<String, String> strings = new HashMap<>(); // tokens repeat: one copy of each

  private JsonCursor(String file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /** Reads one value. */
  @FunctionalInterface
  interface Part<T> {
    T read() throws IOException;
  }

  /** Reads the value of a field with a given name. */
  @FunctionalInterface
  interface FieldPart {
    void read(String name) throws IOException;
  }

  /** Reads a whole text that consists of one value; syntax errors become breaches. */
  static <T> T read(String file, InputStream in, Reading<T> reading) throws IOException {
    try (JsonParser parser = JSON.createParser(in)) {
      try {
        return readWhole(new JsonCursor(file, parser), reading);
      } catch (JsonProcessingException e) {
        JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        String rule = e instanceof JsonEOFException ? "the file ends too early" : withoutAdvice(e);
        throw InstanceFormatException.of(file, lineAndColumn(at), "not valid JSON: " + rule);
      }
    }
  }

  private static <T> T readWhole(JsonCursor cursor, Reading<T> reading) throws IOException {
    if (cursor.parser.nextToken() == null) {
      throw InstanceFormatException.of(cursor.file, "", "the file is empty");
    }
    T value = reading.read(cursor);
    if (cursor.parser.nextToken() != null) {
      String place = lineAndColumn(cursor.parser.currentTokenLocation());
      throw InstanceFormatException.of(cursor.file, place, "text after the document");
    }
    return value;
  }

  /** What the parser says, up to where it turns to its own options. */
  private static String withoutAdvice(JsonProcessingException e) {
    String message = e.getOriginalMessage().replaceAll(", from `[^`]*`", "");
    for (String advice : ADVICE) {
      int at = message.indexOf(advice);
      message = at < 0 ? message : message.substring(0, at);
    }
    return message;
  }

  /** Reads a document from a cursor that is on its first token. */
  @FunctionalInterface
  interface Reading<T> {
    T read(JsonCursor cursor) throws IOException;
  }

  private static String lineAndColumn(JsonLocation at) {
    return "line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  /** Returns the exception for a breach at the current place. */
  InstanceFormatException breach(String rule) {
    return InstanceFormatException.of(file, place.toString(), rule);
  }

  /** Reads an object with the required and the optional fields, each at most once, in any order. */
  void object(List<String> required, List<String> optional, FieldPart part) throws IOException {
    expect(JsonToken.START_OBJECT, "an object");
    boolean[] seen = new boolean[required.size() + optional.size()];
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      int i = required.indexOf(name);
      if (i < 0) {
        if (!optional.contains(name)) {
          throw breach("unknown field " + quoted(name));
        }
        i = required.size() + optional.indexOf(name);
      }
      int length = place.length();
      place.append(length == 0 ? "" : ".").append(name);
      if (seen[i]) {
        throw breach("the key appears twice");
      }
      seen[i] = true;
      parser.nextToken();
      part.read(name);
      place.setLength(length);
    }
    for (int i = 0; i < required.size(); i++) {
      if (!seen[i]) {
        throw breach("field " + quoted(required.get(i)) + " is missing");
      }
    }
  }

  /** Reads one element of a list, wherever it goes. */
  @FunctionalInterface
  interface Element {
    void read() throws IOException;
  }

  /** Reads a list element by element. */
  void each(Element element) throws IOException {
    expect(JsonToken.START_ARRAY, "a list");
    int length = place.length();
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      place.append('[').append(i).append(']');
      element.read();
      place.setLength(length);
    }
  }

  /** Reads a list of values of one kind. */
  <T> List<T> array(Part<T> element) throws IOException {
    List<T> values = new ArrayList<>();
    each(() -> values.add(element.read()));
    return List.copyOf(values);
  }

  List<String> strings() throws IOException {
    return array(this::string);
  }

  String string() throws IOException {
    expect(JsonToken.VALUE_STRING, "a string");
    String text = parser.getText();
    String known = strings.putIfAbsent(text, text);
    return known == null ? text : known;
  }

  int integer() throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      throw breach(shortened(parser.getText()) + " is not written as an integer");
    }
    expect(JsonToken.VALUE_NUMBER_INT, "an integer");
    if (parser.getNumberType() != NumberType.INT) {
      throw breach(shortened(parser.getText()) + " is too large");
    }
    return parser.getIntValue();
  }

  double number() throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
    }
    double value = parser.getDoubleValue();
    if (!Double.isFinite(value)) {
      throw breach(shortened(parser.getText()) + " is not a finite number");
    }
    return value;
  }

  double[] numbers() throws IOException {
    ImmutableDoubleArray.Builder numbers = ImmutableDoubleArray.builder();
    numbers(numbers);
    return numbers.build().toArray();
  }

  /** Reads a list of numbers and says how many they are; a place is spelled out for a breach. */
  int numbers(ImmutableDoubleArray.Builder out) throws IOException {
    expect(JsonToken.START_ARRAY, "a list of numbers");
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      double value = parser.currentToken().isNumeric() ? parser.getDoubleValue() : Double.NaN;
      if (!Double.isFinite(value)) {
        place.append('[').append(count).append(']');
        value = number(); // complains
      }
      out.add(value);
      count++;
    }
    return count;
  }

  private void expect(JsonToken token, String what) {
    JsonToken found = parser.currentToken();
    if (found != token) {
      throw breach("expected " + what + ", found " + name(found));
    }
  }

  private static String name(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      default -> token.asString();
    };
  }

  /** Returns a text from the file in quotation marks, cut where it is long. */
  static String quoted(String text) {
    return '"' + shortened(text) + '"';
  }

  private static String shortened(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
