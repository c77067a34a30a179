package dev.ccl.theory.learner;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All objects that can be reached from one: by public methods without arguments, or by force, that
 * is by fields of any kind.
 */
final class Doors {
  private static final int MOST = 20_000; // objects looked at

  private final boolean byForce;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Object> found = new ArrayList<>();
  private final Deque<Object> open = new ArrayDeque<>();

  Doors(boolean byForce) {
    this.byForce = byForce;
  }

  List<Object> behind(Object start) {
    add(start);
    while (!open.isEmpty() && found.size() < MOST) {
      Object at = open.remove();
      if (at instanceof Iterable<?> list) {
        list.forEach(this::add);
      } else if (at instanceof Map<?, ?> map) {
        map.values().forEach(this::add);
      } else if (at instanceof Object[] array) {
        for (Object member : array) {
          add(member);
        }
      } else if (byForce) {
        fields(at);
      } else {
        methods(at);
      }
    }
    return found;
  }

  private void add(Object object) {
    if (object != null && isWorthALook(object) && seen.add(object)) {
      found.add(object);
      open.add(object);
    }
  }

  private static boolean isWorthALook(Object object) {
    return object instanceof Iterable
        || object instanceof Map
        || object instanceof Object[]
        || object instanceof java.util.function.Supplier
        || object instanceof java.util.Optional
        || object.getClass().getName().startsWith("dev.ccl.");
  }

  private void methods(Object at) {
    for (Class<?> type : publicTypes(at.getClass())) {
      for (Method method : type.getMethods()) {
        if (method.getParameterCount() == 0
            && method.getDeclaringClass() != Object.class
            && !method.getReturnType().isPrimitive()) {
          try {
            add(method.invoke(Modifier.isStatic(method.getModifiers()) ? null : at));
          } catch (InvocationTargetException e) {
            continue; // it says no
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
  }

  /** What a caller may name: the class if it is public, its public ancestors and interfaces. */
  private static List<Class<?>> publicTypes(Class<?> type) {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (Modifier.isPublic(at.getModifiers())) {
        types.add(at);
      }
      for (Class<?> face : at.getInterfaces()) {
        types.addAll(publicTypes(face));
      }
    }
    return types;
  }

  private void fields(Object at) {
    for (Class<?> type = at.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
          try {
            field.setAccessible(true);
            add(field.get(at));
          } catch (InaccessibleObjectException e) {
            continue; // a field of the platform
          } catch (IllegalAccessException e) {
            throw new AssertionError(e);
          }
        }
      }
    }
  }
}
