package dev.ccl.cli.run;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends the process in order at the first Ctrl-C, and at once at the second, which the Java runtime
 * would ignore. Where a runtime has no signals to offer, it treats Ctrl-C in its own way.
 */
final class ControlC {
  private static final AtomicBoolean HANDLED = new AtomicBoolean();

  private ControlC() {}

  /** Handles Ctrl-C from here on; the process ends with the given code. */
  static void handle(int exitCode) {
    if (HANDLED.getAndSet(true)) {
      return;
    }
    AtomicBoolean pressed = new AtomicBoolean();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "handle":
              if (pressed.getAndSet(true)) {
                Runtime.getRuntime().halt(exitCode);
              }
              new Thread(() -> System.exit(exitCode), "control-c").start();
              return null;
            case "equals":
              return proxy == arguments[0];
            case "hashCode":
              return System.identityHashCode(proxy);
            default:
              return "Ctrl-C";
          }
        };
    try { // by reflection: the compiler warns of these types, which every runtime exports
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> type = Class.forName("sun.misc.SignalHandler");
      signal
          .getMethod("handle", signal, type)
          .invoke(
              null,
              signal.getConstructor(String.class).newInstance("INT"),
              Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    } catch (ReflectiveOperationException | RuntimeException e) {
      pressed.set(false); // the runtime's own way remains
    }
  }
}
