/*
 * The control of the language model benchmark: the forward pass of a llama2.c file with the loops
 * of dev.ccl.lm.model, in C. Greedy tokens per CPU second, printed as one number.
 *
 *   cc -O3 -march=native -o llama llama.c -lm && ./llama stories15M.bin TOKENS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  int width, inner, layers, heads, groups, vocabulary, context;
} Shape;

typedef struct {
  float *norm1, *norm2;
  float *qkv, *o, *gates, *down; /* by input */
} Layer;

static Shape s;
static int head, tied;
static Layer *layers;
static float *embed, *norm, *output;

static float *numbers(size_t n) {
  float *p = aligned_alloc(64, (n * sizeof(float) + 63) / 64 * 64);
  if (!p) exit(3);
  return p;
}

static float *next(FILE *f, size_t n) {
  float *p = numbers(n);
  if (fread(p, sizeof(float), n, f) != n) exit(2);
  return p;
}

/* Puts a table with one row per output into the columns of a matrix that is held by input. */
static void place(const float *table, int in, int out, float *matrix, int columns, int at,
                  int turned) {
  for (int j = 0; j < out; j++) {
    int h = j / head * head, i = j % head;
    int from = turned ? h + (i < head / 2 ? 2 * i : 2 * (i - head / 2) + 1) : j;
    for (int k = 0; k < in; k++) matrix[(size_t)k * columns + at + j] = table[(size_t)from * in + k];
  }
}

static void load(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f || fread(&s, sizeof(int), 7, f) != 7) exit(2);
  tied = s.vocabulary > 0;
  s.vocabulary = abs(s.vocabulary);
  head = s.width / s.heads;
  int kv = s.groups * head, w = s.width, n = s.inner, all = w + 2 * kv;
  layers = calloc(s.layers, sizeof(Layer));
  embed = next(f, (size_t)s.vocabulary * w);
  for (int l = 0; l < s.layers; l++) {
    layers[l].norm1 = next(f, w);
    layers[l].qkv = numbers((size_t)w * all);
    layers[l].o = numbers((size_t)w * w);
    layers[l].gates = numbers((size_t)w * 2 * n);
    layers[l].down = numbers((size_t)n * w);
  }
  struct { int in, out, at, kind; } part[] = {{w, w, 0, 0},  {w, kv, w, 0},    {w, kv, w + kv, 0},
                                              {w, w, 0, 1},  {0, 0, 0, 4},     {w, n, 0, 2},
                                              {n, w, 0, 3},  {w, n, n, 2}};
  for (int p = 0; p < 8; p++) {
    for (int l = 0; l < s.layers; l++) {
      Layer *y = &layers[l];
      if (part[p].kind == 4) {
        y->norm2 = next(f, w);
        continue;
      }
      float *to[] = {y->qkv, y->o, y->gates, y->down};
      int columns[] = {all, w, 2 * n, w};
      float *table = next(f, (size_t)part[p].in * part[p].out);
      place(table, part[p].in, part[p].out, to[part[p].kind], columns[part[p].kind], part[p].at,
            p < 2);
      free(table);
    }
  }
  norm = next(f, w);
  if (!tied) {
    fseek(f, (long)s.context * head * 4, SEEK_CUR);
  }
  float *table = tied ? embed : next(f, (size_t)s.vocabulary * w);
  output = numbers((size_t)w * s.vocabulary);
  place(table, w, s.vocabulary, output, s.vocabulary, 0, 0);
  fclose(f);
}

static void multiply(const float *w, int in, int out, const float *x, float *y) {
  memset(y, 0, out * sizeof(float));
  for (int from = 0, to; from < out; from = to) {
    to = out - from < 1536 ? out : from + 1024;
    for (int i = 0; i < in; i += 4) {
      const float *p = w + (size_t)i * out, *q = p + out, *r = q + out, *t = r + out;
      float a = x[i], b = x[i + 1], c = x[i + 2], d = x[i + 3];
      for (int j = from; j < to; j++) {
        y[j] = y[j] + a * p[j] + b * q[j] + c * r[j] + d * t[j];
      }
    }
  }
}

static void normalise(const float *x, const float *w, float *out) {
  double sum = 0;
  for (int i = 0; i < s.width; i++) sum += (double)x[i] * x[i];
  float scale = 1 / sqrt(sum / s.width + 1e-5);
  for (int i = 0; i < s.width; i++) out[i] = w[i] * (scale * x[i]);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  load(argv[1]);
  int count = atoi(argv[2]), w = s.width, kv = s.groups * head, all = w + 2 * kv;
  if (count > s.context) return 2;
  float *x = numbers(w), *n = numbers(w), *a = numbers(all), *mixed = numbers(w), *dx = numbers(w);
  float *g = numbers(2 * s.inner), *u = numbers(s.inner), *logits = numbers(s.vocabulary);
  float *scores = numbers(s.context), *keys = numbers((size_t)s.layers * s.context * kv);
  float *values = numbers((size_t)s.layers * s.context * kv);
  int token = 1;
  double check = 0;
  clock_t start = clock();
  for (int t = 0; t < count; t++) {
    for (int i = 0; i < w; i++) x[i] = embed[(size_t)token * w + i];
    for (int l = 0; l < s.layers; l++) {
      Layer *y = &layers[l];
      float *k = keys + (size_t)l * s.context * kv, *v = values + (size_t)l * s.context * kv;
      normalise(x, y->norm1, n);
      multiply(y->qkv, w, all, n, a);
      for (int h = 0; h < w + kv; h += head)
        for (int i = 0; i < head / 2; i++) {
          double angle = t * pow(10000, -2.0 * i / head);
          float c = cos(angle), z = sin(angle), p = a[h + i], q = a[h + head / 2 + i];
          a[h + i] = p * c - q * z;
          a[h + head / 2 + i] = q * c + p * z;
        }
      memcpy(k + (size_t)t * kv, a + w, kv * sizeof(float));
      memcpy(v + (size_t)t * kv, a + w + kv, kv * sizeof(float));
      memset(mixed, 0, w * sizeof(float));
      for (int h = 0; h < s.heads; h++) {
        int from = h / (s.heads / s.groups) * head;
        float max = -INFINITY;
        double sum = 0;
        for (int r = 0; r <= t; r++) {
          float p[4] = {0};
          for (int i = 0; i < head; i += 4)
            for (int j = 0; j < 4; j++) p[j] += a[h * head + i + j] * k[(size_t)r * kv + from + i + j];
          scores[r] = ((p[0] + p[1]) + (p[2] + p[3])) / sqrtf(head);
          max = scores[r] > max ? scores[r] : max;
        }
        for (int r = 0; r <= t; r++) sum += scores[r] = exp(scores[r] - max);
        for (int r = 0; r <= t; r++) {
          float p = scores[r] / sum;
          for (int i = 0; i < head; i++) mixed[h * head + i] += p * v[(size_t)r * kv + from + i];
        }
      }
      multiply(y->o, w, w, mixed, dx);
      for (int i = 0; i < w; i++) x[i] += dx[i];
      normalise(x, y->norm2, n);
      multiply(y->gates, w, 2 * s.inner, n, g);
      for (int i = 0; i < s.inner; i++) u[i] = g[i] / (1 + exp(-g[i])) * g[s.inner + i];
      multiply(y->down, s.inner, w, u, dx);
      for (int i = 0; i < w; i++) x[i] += dx[i];
    }
    normalise(x, norm, n);
    multiply(output, w, s.vocabulary, n, logits);
    int best = 0;
    double sum = 0;
    for (int j = 1; j < s.vocabulary; j++) best = logits[j] > logits[best] ? j : best;
    for (int j = 0; j < s.vocabulary; j++) sum += exp(logits[j] - logits[best]);
    check += log(sum);
    token = best;
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("%.1f %.4f\n", count / seconds, check);
  return 0;
}
