package dev.ccl.bench;

import java.lang.management.ManagementFactory;

/** What the current thread has used. CPU time does not pass while others have the processor. */
final class Cpu {
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Cpu() {}

  /** CPU time of this thread in nanoseconds. */
  static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Bytes that this thread has allocated. */
  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
