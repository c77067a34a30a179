package dev.ccl.spark;

import org.apache.spark.broadcast.Broadcast;
import scala.reflect.ClassTag$;

/** What was sent, on the machine that sent it. */
final class Here<T> extends Broadcast<T> {
  private static final long serialVersionUID = 1;

  private final transient T value;

  Here(T value) {
    super(0, ClassTag$.MODULE$.apply(value.getClass()));
    this.value = value;
  }

  @Override
  public T getValue() {
    return value;
  }

  @Override
  public void doUnpersist(boolean blocking) {}

  @Override
  public void doDestroy(boolean blocking) {}
}
