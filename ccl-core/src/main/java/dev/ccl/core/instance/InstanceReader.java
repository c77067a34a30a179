package dev.ccl.core.instance;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads {@code ccl-instance/1} files, in JSON or in the compact form, and checks every rule of the
 * format. The first breach ends the reading with an {@link InstanceFormatException} that names
 * file, place and rule.
 *
 * <p>Where the format leaves a choice, the reader takes this one:
 *
 * <ul>
 *   <li>A byte order mark is refused, and so is any encoding but UTF-8.
 *   <li>{@code name} may be absent and is then empty, as are {@code text}, {@code kind} and {@code
 *       group} of a prompt; a {@code null} is nowhere a value.
 *   <li>A prompt in neither list follows the rule of target prompts: all rewards or none. A prompt
 *       in both lists is a source prompt.
 *   <li>The tolerance 1e-9 also serves {@code radius} ≤ B and the corners of a box.
 *   <li>A listed absorbing state is checked and then left out, since it says nothing new. It may be
 *       listed without the absorbing states before it.
 *   <li>Under {@code explicit}, {@code eos} and {@code pad} are tokens like all others.
 * </ul>
 *
 * <p>Memory is a small multiple of the length of the file (of what comes out of it, if it is
 * packed, and that is bounded too); no depth of nesting can exhaust the stack, because nothing is
 * entered that is not expected.
 */
public final class InstanceReader {
  private InstanceReader() {}

  /**
   * Reads a file.
   *
   * @param path the file
   * @return the instance
   * @throws InstanceFormatException if the file cannot be read or breaks a rule
   */
  public static Instance read(Path path) {
    String file = path.toString();
    if (Files.isDirectory(path)) {
      throw InstanceFormatException.of(file, "", "is a directory");
    }
    try (InputStream in = new Sequential(Files.newInputStream(path))) {
      return read(file, in);
    } catch (NoSuchFileException e) {
      throw InstanceFormatException.of(file, "", "no such file");
    } catch (AccessDeniedException e) {
      throw InstanceFormatException.of(file, "", "permission to read it is denied");
    } catch (IOException e) {
      throw InstanceFormatException.of(file, "", "cannot be read: " + e.getMessage());
    }
  }

  /** A file that may be a pipe, which cannot tell how much there is. */
  private static final class Sequential extends FilterInputStream {
    Sequential(InputStream in) {
      super(in);
    }

    @Override
    public int available() {
      try {
        return super.available();
      } catch (IOException e) {
        return 0;
      }
    }
  }

  /**
   * Reads a document from a stream, to its end.
   *
   * @param file the name that messages give to the stream
   * @param in where the bytes come from; not closed
   * @return the instance
   * @throws InstanceFormatException if the document breaks a rule
   * @throws IOException if the stream cannot be read
   */
  public static Instance read(String file, InputStream in) throws IOException {
    return new InstanceRules(file, InstanceBytes.draft(file, in)).instance();
  }
}
