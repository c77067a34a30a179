package dev.ccl.experiments.run;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableMap;
import dev.ccl.algorithms.Learner;
import dev.ccl.algorithms.ccl.Ccl;
import dev.ccl.core.instance.Instance;
import dev.ccl.core.instance.InstanceReader;
import dev.ccl.core.instance.InstanceWriter;
import dev.ccl.core.problem.LearningProblem;
import dev.ccl.core.truth.GroundTruth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** An instance file to run on, read once: what a learner sees of it, and the truth about it. */
public final class Subject {
  private final String fileName;
  private final String name;
  private final String digest;
  private final GroundTruth truth;
  private final Supplier<Evaluator> evaluator;
  private final Supplier<Instance> source;
  private final ImmutableMap<String, String> parameters;
  private final boolean generated;

  private Subject(
      String fileName,
      Instance instance,
      Supplier<Instance> source,
      ImmutableMap<String, String> parameters,
      boolean generated) {
    this.fileName = fileName;
    this.name = instance.header().name();
    this.digest = instance.digest();
    this.truth = GroundTruth.of(instance);
    this.evaluator = Suppliers.memoize(() -> Evaluator.of(truth));
    this.source = source;
    this.parameters = parameters;
    this.generated = generated;
  }

  /**
   * Reads an instance.
   *
   * @param file its file
   * @return the subject
   * @throws IllegalArgumentException if the file is no instance
   */
  public static Subject read(Path file) {
    Instance instance = InstanceReader.read(file);
    return new Subject(
        file.getFileName().toString(),
        instance,
        () -> InstanceReader.read(file),
        ImmutableMap.of(),
        false);
  }

  /**
   * Returns the subject of an instance that was made here.
   *
   * @param fileName the name under which reports look for its file
   * @param instance the instance
   * @return the subject
   */
  public static Subject of(String fileName, Instance instance) {
    return new Subject(fileName, instance, () -> instance, ImmutableMap.of(), false);
  }

  /**
   * Returns the subject of an instance that was generated.
   *
   * @param fileName the name under which reports look for its file
   * @param instance the instance
   * @param parameters what it was generated from
   * @return the subject
   */
  public static Subject of(
      String fileName, Instance instance, ImmutableMap<String, String> parameters) {
    return new Subject(fileName, instance, () -> instance, parameters, true);
  }

  /**
   * Returns the subject of an instance that has travelled as bytes.
   *
   * @param fileName the name of its file, without directories
   * @param bytes what its file holds
   * @return the subject
   * @throws IllegalArgumentException if the bytes are no instance
   */
  public static Subject of(String fileName, byte[] bytes) {
    return new Subject(
        fileName, read(fileName, bytes), () -> read(fileName, bytes), ImmutableMap.of(), false);
  }

  private static Instance read(String fileName, byte[] bytes) {
    try {
      return InstanceReader.read(fileName, new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the instance as bytes that can travel.
   *
   * @return what {@link #of} takes
   */
  public byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      InstanceWriter.write(source.get(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** {@return the name of the file, without directories} */
  public String fileName() {
    return fileName;
  }

  /** {@return the name that the instance gives itself} */
  public String name() {
    return name;
  }

  /**
   * {@return what the instance was generated from; parameters with their values; empty where it was
   * read from a file}
   */
  public ImmutableMap<String, String> parameters() {
    return parameters;
  }

  /**
   * Tells whether the instance was generated, be it without any parameter.
   *
   * @return whether no file of it is known
   */
  public boolean isGenerated() {
    return generated;
  }

  /** {@return the digest of the instance: 64 hexadecimal digits} */
  public String digest() {
    return digest;
  }

  /** {@return what a learner sees, the problem} */
  public LearningProblem problem() {
    return truth.problem();
  }

  /** {@return what measures a learner} */
  public Evaluator evaluator() {
    return evaluator.get();
  }

  /** Tells the oracle what no other learner knows, unless the user has said it already. */
  Learner completed(Learner learner) {
    return learner instanceof Ccl ccl ? ccl.knowing(() -> evaluator().wStar()) : learner;
  }
}
