"""Writes a GGUF file of the shape of a 1.1 B model with random weights, for measurements.

    large_gguf.py FILE Q8_0|Q4_K

Numbers repeat after some thousand blocks: only sizes and speed mean anything.
"""
import random
import struct
import sys

WIDTH, INNER, LAYERS, HEADS, GROUPS, VOCABULARY = 2048, 5632, 22, 32, 4, 32000
random.seed(1)


def text(s):
    b = s.encode()
    return struct.pack("<Q", len(b)) + b


def entry(key, kind, value):
    return text(key) + struct.pack("<I", kind) + value


def u32(key, value):
    return entry(key, 4, struct.pack("<I", value))


def strings(values):
    return struct.pack("<IQ", 8, len(values)) + b"".join(text(v) for v in values)


def metadata():
    tokens = ["<unk>", "<s>", "</s>"] + ["<0x%02X>" % b for b in range(256)]
    kinds = [2, 3, 3] + [6] * 256
    while len(tokens) < VOCABULARY:
        tokens.append("t%d" % len(tokens))
        kinds.append(1)
    kv = [
        entry("general.architecture", 8, text("llama")),
        u32("llama.context_length", 2048),
        u32("llama.embedding_length", WIDTH),
        u32("llama.block_count", LAYERS),
        u32("llama.feed_forward_length", INNER),
        u32("llama.attention.head_count", HEADS),
        u32("llama.attention.head_count_kv", GROUPS),
        u32("llama.rope.dimension_count", WIDTH // HEADS),
        entry("llama.attention.layer_norm_rms_epsilon", 6, struct.pack("<f", 1e-5)),
        entry("tokenizer.ggml.model", 8, text("llama")),
        entry("tokenizer.ggml.tokens", 9, strings(tokens)),
        entry("tokenizer.ggml.scores", 9, struct.pack("<IQ", 6, VOCABULARY) + struct.pack("<%df" % VOCABULARY, *[-float(i) for i in range(VOCABULARY)])),
        entry("tokenizer.ggml.token_type", 9, struct.pack("<IQ", 5, VOCABULARY) + struct.pack("<%di" % VOCABULARY, *kinds)),
        u32("tokenizer.ggml.bos_token_id", 1),
        u32("tokenizer.ggml.eos_token_id", 2),
        u32("tokenizer.ggml.unknown_token_id", 0),
    ]
    return len(kv), b"".join(kv)


def tensors(kind):
    key = GROUPS * (WIDTH // HEADS)
    yield "token_embd.weight", (WIDTH, VOCABULARY), kind
    for layer in range(LAYERS):
        for name, sizes in (
            ("attn_norm", (WIDTH,)), ("attn_q", (WIDTH, WIDTH)), ("attn_k", (WIDTH, key)),
            ("attn_v", (WIDTH, key)), ("attn_output", (WIDTH, WIDTH)), ("ffn_norm", (WIDTH,)),
            ("ffn_gate", (WIDTH, INNER)), ("ffn_up", (WIDTH, INNER)), ("ffn_down", (INNER, WIDTH)),
        ):
            yield "blk.%d.%s.weight" % (layer, name), sizes, 0 if len(sizes) == 1 else kind
    yield "output_norm.weight", (WIDTH,), 0
    yield "output.weight", (WIDTH, VOCABULARY), kind


def block(kind):
    if kind == 8:  # Q8_0: a scale and 32 bytes
        return struct.pack("<e", 0.0003) + random.randbytes(32)
    return struct.pack("<ee", 0.0002, 0.0008) + random.randbytes(12) + random.randbytes(128)  # Q4_K


def main():
    kind = {"Q8_0": 8, "Q4_K": 12}[sys.argv[2]]
    numbers, size = (32, 34) if kind == 8 else (256, 144)
    pattern = b"".join(block(kind) for _ in range(4096))
    count, kv = metadata()
    infos, lengths, at = b"", [], 0
    for name, sizes, own in tensors(kind):
        total = 1
        for s in sizes:
            total *= s
        length = 4 * total if own == 0 else total // numbers * size
        infos += text(name) + struct.pack("<I", len(sizes)) + struct.pack("<%dQ" % len(sizes), *sizes) + struct.pack("<IQ", own, at)
        lengths.append((own, length))
        at += (length + 31) // 32 * 32
    head = b"GGUF" + struct.pack("<IQQ", 3, len(lengths), count) + kv + infos
    with open(sys.argv[1], "wb") as out:
        out.write(head + bytes(-len(head) % 32))
        for own, length in lengths:
            left = length
            while left > 0:
                part = struct.pack("<f", 1.0) * (left // 4) if own == 0 else pattern[:left]
                out.write(part)
                left -= len(part)
            out.write(bytes(-length % 32))


main()
