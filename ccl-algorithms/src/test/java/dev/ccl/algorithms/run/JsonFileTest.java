package dev.ccl.algorithms.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class JsonFileTest {
  @Test
  void aFileIsOneDocumentWithEachFieldOnce() {
    assertEquals(2, JsonFile.read("file", "{\"a\":1,\"b\":2}\n").path("b").asInt());
    for (String text : new String[] {"{\"a\":1}{\"a\":2}", "{\"a\":1} 2", "{\"a\":1,\"a\":2}"}) {
      assertThrows(IllegalArgumentException.class, () -> JsonFile.read("file", text), text);
    }
  }
}
