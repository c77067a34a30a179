package dev.ccl.core.instance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A document that keeps every rule, to be broken in one place. Its numbers are all different. */
final class BaseDocument {
  static final String TEXT =
      """
      {
        "format": "ccl-instance/1",
        "name": "base",
        "lambda": 0.77,
        "bound": 1.5,
        "horizon": 2,
        "vocabulary": ["A", "EOS", "null"],
        "eos": "EOS",
        "pad": "null",
        "feasibility": "eos-padded",
        "calibration": {"dimension": 2, "teacher": [0.41, -0.11], "set": {"type": "ball"}},
        "student": {"dimension": 1, "initial": [0.51]},
        "source": ["x1"],
        "target": ["y1"],
        "prompts": [
          {"id": "x1", "text": "of the source", "states": [
            {"prefix": [], "tokens": [
              {"token": "A", "phi": [0.52, 0.01], "phiStu": [0.31], "pre": 0.25},
              {"token": "EOS", "phi": [0.02, 0.53], "phiStu": [0.12], "pre": 0.75}]},
            {"prefix": ["A"], "tokens": [
              {"token": "A", "phi": [0.13, 0.21], "phiStu": [0.42], "pre": 0.375},
              {"token": "EOS", "phi": [0.22, 0.14], "phiStu": [0.23], "pre": 0.625}]},
            {"prefix": ["EOS"], "tokens": [
              {"token": "null", "phi": [0, 0], "phiStu": [0], "pre": 1}]}],
           "rewards": [
            {"answer": ["A", "A"], "reward": 0.76},
            {"answer": ["A", "EOS"], "reward": 0.54},
            {"answer": ["EOS", "null"], "reward": 0}]},
          {"id": "y1", "states": [
            {"prefix": [], "tokens": [
              {"token": "EOS", "phi": [0.32, 0.03], "phiStu": [0.91], "pre": 0.125},
              {"token": "A", "phi": [0.04, 0.33], "phiStu": [0.81], "pre": 0.875}]},
            {"prefix": ["A"], "tokens": [
              {"token": "A", "phi": [0.34, 0.05], "phiStu": [0.92], "pre": 0.0625},
              {"token": "EOS", "phi": [0.06, 0.35], "phiStu": [0.82], "pre": 0.9375}]}],
           "rewards": [
            {"answer": ["EOS", "null"], "reward": 0.19},
            {"answer": ["A", "A"], "reward": 1},
            {"answer": ["A", "EOS"], "reward": 0.29}]}
        ]
      }
      """;

  private BaseDocument() {}

  /** The document with pieces replaced, each of which has to stand in it. */
  static String edited(String... pieces) {
    String text = TEXT;
    for (int i = 0; i < pieces.length; i += 2) {
      if (!text.contains(pieces[i])) {
        throw new IllegalArgumentException("not in the document: " + pieces[i]);
      }
      int at = text.indexOf(pieces[i]);
      text = text.substring(0, at) + pieces[i + 1] + text.substring(at + pieces[i].length());
    }
    return text;
  }

  static Instance read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Instance read(byte[] bytes) {
    try {
      return InstanceReader.read("base.json", new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of an instance in JSON. */
  static byte[] json(Instance instance) {
    return written(out -> InstanceWriter.write(instance, out));
  }

  /** The bytes of an instance in the compact form. */
  static byte[] compact(Instance instance) {
    return written(out -> InstanceWriter.writeCompact(instance, out));
  }

  static byte[] gzip(byte[] bytes) {
    return written(
        out -> {
          try (OutputStream packing = new GZIPOutputStream(out)) {
            packing.write(bytes);
          }
        });
  }

  static byte[] unpacked(byte[] packed) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }

  /** Writes to a stream. */
  @FunctionalInterface
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  private static byte[] written(Writing writing) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writing.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
