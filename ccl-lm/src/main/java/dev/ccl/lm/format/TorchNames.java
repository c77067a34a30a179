package dev.ccl.lm.format;

import com.google.common.collect.ImmutableMap;
import java.util.Map;

/** The names of tensors in files that come from PyTorch. */
final class TorchNames {
  private static final Map<String, String> OF_LAYERS =
      ImmutableMap.<String, String>builder()
          .put("attn_norm", "input_layernorm")
          .put("ffn_norm", "post_attention_layernorm")
          .put("attn_q", "self_attn.q_proj")
          .put("attn_k", "self_attn.k_proj")
          .put("attn_v", "self_attn.v_proj")
          .put("attn_qkv", "self_attn.qkv_proj")
          .put("attn_output", "self_attn.o_proj")
          .put("attn_q_norm", "self_attn.q_norm")
          .put("attn_k_norm", "self_attn.k_norm")
          .put("ffn_gate", "mlp.gate_proj")
          .put("ffn_up", "mlp.up_proj")
          .put("ffn_down", "mlp.down_proj")
          .buildOrThrow();

  private TorchNames() {}

  /** Returns the name there of a tensor that GGUF files call so. */
  static String of(Architecture architecture, String name) {
    if (!name.startsWith("blk.")) {
      return switch (name) {
        case "token_embd.weight" -> "model.embed_tokens.weight";
        case "output_norm.weight" -> "model.norm.weight";
        default -> name.replace("output.", "lm_head.");
      };
    }
    String[] parts = name.split("\\.", -1);
    return "model.layers." + parts[1] + "." + ofLayer(architecture, parts[2]) + "." + parts[3];
  }

  private static String ofLayer(Architecture architecture, String name) {
    if (architecture.normsBehind()) {
      switch (name) {
        case "post_attention_norm":
          return "post_attention_layernorm";
        case "ffn_norm":
          return "pre_feedforward_layernorm";
        case "post_ffw_norm":
          return "post_feedforward_layernorm";
        default:
          break;
      }
    }
    boolean joined = architecture == Architecture.PHI3 && name.equals("ffn_up");
    return joined ? "mlp.gate_up_proj" : OF_LAYERS.get(name);
  }
}
