package dev.ccl.theory;

import dev.ccl.core.policy.FeatureMap;
import dev.ccl.core.policy.PolicyFamily;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A class of students that is known by name alone. The class is either a {@link Students} with a
 * public constructor without parameters, or a {@link PolicyFamily} with a public constructor, or a
 * public static method {@code of}, whose one parameter is a {@link FeatureMap}.
 */
public final class ForeignFamily {
  private ForeignFamily() {}

  /**
   * Loads the class.
   *
   * @param name its full name
   * @param classpath jars and directories to look in, beside the classes of this program
   * @return the students
   * @throws IllegalArgumentException that says what is wrong with the name, the path or the class
   */
  public static Students load(String name, List<Path> classpath) {
    List<URL> urls = new ArrayList<>();
    for (Path path : classpath) {
      if (!Files.exists(path)) {
        throw new IllegalArgumentException("--classpath: there is no " + path);
      }
      try {
        urls.add(path.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("--classpath: " + path + " is no path", e);
      }
    }
    // Not closed: the classes load others as they run.
    ClassLoader loader =
        new URLClassLoader(urls.toArray(new URL[0]), ForeignFamily.class.getClassLoader());
    try {
      return students(Class.forName(name, true, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalArgumentException("--family: there is no class " + name + ": " + e, e);
    }
  }

  private static Students students(Class<?> type) {
    if (Students.class.isAssignableFrom(type)) {
      try {
        return (Students) type.getConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalArgumentException(
            "--family: " + type.getName() + " has no public constructor without parameters", e);
      }
    }
    if (!PolicyFamily.class.isAssignableFrom(type)) {
      throw new IllegalArgumentException(
          "--family: " + type.getName() + " is neither a PolicyFamily nor a Students");
    }
    for (Method of : type.getMethods()) {
      if (of.getName().equals("of")
          && Modifier.isStatic(of.getModifiers())
          && takesFeatures(of.getParameterTypes())) {
        return Students.of(features -> family(type, () -> of.invoke(null, features)));
      }
    }
    for (Constructor<?> constructor : type.getConstructors()) {
      if (takesFeatures(constructor.getParameterTypes())) {
        return Students.of(features -> family(type, () -> constructor.newInstance(features)));
      }
    }
    throw new IllegalArgumentException(
        "--family: "
            + type.getName()
            + " is not public, or has neither a public constructor nor a public static method of"
            + " with a FeatureMap as the one parameter");
  }

  private static boolean takesFeatures(Class<?>[] parameters) {
    return parameters.length == 1 && parameters[0] == FeatureMap.class;
  }

  private interface Call {
    Object call() throws ReflectiveOperationException;
  }

  private static PolicyFamily family(Class<?> type, Call call) {
    try {
      return (PolicyFamily) call.call();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "--family: making a " + type.getName() + " failed: " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("--family: no " + type.getName() + " can be made", e);
    }
  }
}
