/** A model in a folder: what is asked of the runtime and what is made of its answer. The runtime itself is installed apart. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installedRuntime, type LocalRuntime, localEmbedder } from './local-embedder.ts';

interface Input {
  data: BigInt64Array;
  dims: readonly number[];
}
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-model-'));
  writeFileSync(join(folder, 'model.onnx'), 'a model');
  writeFileSync(join(folder, 'tokenizer.json'), '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Of each token: itself and one; 7 is at the beginning and at the end of every text. */
function runtime(name: 'last_hidden_state' | 'sentence_embedding' = 'last_hidden_state') {
  const fed: Record<string, Input>[] = [];
  const made: LocalRuntime = {
    onnx: {
      Tensor: class {
        data: BigInt64Array;
        dims: readonly number[];
        constructor(_type: 'int64', data: BigInt64Array, dims: readonly number[]) {
          this.data = data;
          this.dims = dims;
        }
      },
      InferenceSession: {
        create: () =>
          Promise.resolve({
            inputNames: ['input_ids', 'attention_mask'],
            run(feeds) {
              const inputs = feeds as Record<string, Input>;
              fed.push(inputs);
              const { data, dims } = inputs['input_ids'] as Input;
              const [rows = 0, width = 0] = dims;
              const numbers = [...data].flatMap((id) => [Number(id), 1]);
              return Promise.resolve<Record<string, { data: number[]; dims: number[] }>>(
                name === 'last_hidden_state'
                  ? { last_hidden_state: { data: numbers, dims: [rows, width, 2] } }
                  : { sentence_embedding: { data: numbers.slice(0, rows * 2), dims: [rows, 2] } },
              );
            },
          }),
      },
    },
    tokenizers: {
      Tokenizer: class {
        encode(text: string) {
          return { ids: [7, ...text.split(' ').map((word) => word.length), 7] };
        }
      },
    },
  };
  return { made, fed };
}
const vectors = async (texts: string[], given = runtime()) => {
  const embedder = localEmbedder(folder, () => Promise.resolve(given.made));
  return (await embedder.embed(texts, new AbortController().signal)).map((vector) => [...vector]);
};

it('is the mean of a text’s own tokens, whatever it is asked beside', async () => {
  const given = runtime();
  expect(await vectors(['a bb', 'a'], given)).toEqual([
    [expect.closeTo((7 + 1 + 2 + 7) / 4), 1],
    [expect.closeTo((7 + 1 + 7) / 3), 1],
  ]);
  expect(given.fed[0]?.['input_ids']?.dims).toEqual([2, 4]);
  expect([...(given.fed[0]?.['attention_mask']?.data ?? [])]).toEqual([1n, 1n, 1n, 1n, 1n, 1n, 1n, 0n]);
  expect(Object.keys(given.fed[0] ?? {})).toEqual(['input_ids', 'attention_mask']);
});

it('is the first token where the model says so, and the model’s own vector where it has one', async () => {
  expect(await vectors(['a'], runtime('sentence_embedding'))).toEqual([[7, 1]]);
  mkdirSync(join(folder, '1_Pooling'));
  writeFileSync(join(folder, '1_Pooling', 'config.json'), '{"pooling_mode_cls_token": true}');
  expect(await vectors(['aaa a'])).toEqual([[7, 1]]);
});

it('cuts a long text and keeps how it ends', async () => {
  const given = runtime();
  await vectors([Array(500).fill('a').join(' ')], given);
  const ids = [...(given.fed[0]?.['input_ids']?.data ?? [])];
  expect(ids).toHaveLength(256);
  expect(ids.at(-1)).toBe(7n);
});

it('begins nothing for who no longer waits', async () => {
  const given = runtime();
  const embedder = localEmbedder(folder, () => Promise.resolve(given.made));
  await expect(embedder.embed(['a'], AbortSignal.abort())).rejects.toThrow();
  expect(given.fed).toEqual([]);
});

it('takes the runtime from installed packages, whichever way they export', async () => {
  const onnx = `
    class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
    const create = async (path) => ({
      inputNames: ['input_ids', 'attention_mask'],
      run: async ({ input_ids: { dims } }) => ({
        sentence_embedding: { data: Array(dims[0]).fill(path.length), dims: [dims[0], 1] },
      }),
    });
    export default { Tensor, InferenceSession: { create } };`;
  const tokenizers = `export class Tokenizer {
    constructor(tokenizer, config) { if (!tokenizer || !config) throw new Error('No tokenizer'); }
    encode() { return { ids: [1, 2] }; }
  }`;
  const installed = (name: string, code: string) => {
    const path = join(folder, name);
    writeFileSync(path, code);
    return pathToFileURL(path).href;
  };
  const names = [installed('onnx.mjs', onnx), installed('tokenizers.mjs', tokenizers)] as const;
  const embedder = localEmbedder(folder, () => installedRuntime([...names]));
  await embedder.ready();
  expect(await embedder.embed(['a', 'b'], new AbortController().signal)).toEqual(
    Array(2).fill(new Float32Array([join(folder, 'model.onnx').length])),
  );
});

it('says in one line what is missing: the model, or its runtime', async () => {
  expect(() => localEmbedder(join(folder, 'none'))).toThrow(/model\.onnx.*tokenizer\.json/);
  const embedder = localEmbedder(folder, () => installedRuntime(['no-such-runtime', 'no-such-tokenizers']));
  await expect(embedder.ready?.()).rejects.toThrow(/npm install --no-save onnxruntime-node/);
});
