package dev.ccl.spark;

import org.apache.spark.launcher.JavaModuleOptions;

/** Prints the flags with which Spark wants its JVMs started, for the launcher. */
final class Flags {
  private Flags() {}

  /**
   * Prints them on one line.
   *
   * @param args none
   */
  public static void main(String[] args) {
    System.out.println(JavaModuleOptions.defaultModuleOptions());
  }
}
