/**
 * A sentence model in a folder (ONNX), by ONNX Runtime. The runtime is some 300 MB with all its platforms, so it is no
 * dependency of the product: who has a model installs it beside; an error says so where it is missing.
 */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartError } from '../../platform/database/database.ts';
import type { Embedder } from './embedder.ts';

/** As much of `onnxruntime-node` as is used here. */
export interface OnnxRuntime {
  InferenceSession: { create(path: string): Promise<OnnxSession> };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
}
interface OnnxSession {
  inputNames: readonly string[];
  run(
    feeds: Record<string, unknown>,
  ): Promise<Record<string, { data: ArrayLike<number>; dims: readonly number[] }>>;
}
/** As much of `@huggingface/tokenizers`. */
export interface Tokenizers {
  Tokenizer: new (tokenizer: object, config: object) => { encode(text: string): { ids: number[] } };
}
export interface LocalRuntime {
  onnx: OnnxRuntime;
  tokenizers: Tokenizers;
}

const MODELS = ['model.onnx', 'onnx/model.onnx', 'model_quantized.onnx', 'onnx/model_quantized.onnx'];
/** Tokens of a text; what sentence models were trained with. */
const LONGEST = 256;
const BATCH = 16;

const MISSING =
  'EMBEDDINGS_MODEL_DIR necesita ONNX Runtime, que se instala aparte: «npm install --no-save onnxruntime-node @huggingface/tokenizers».';

const load = (name: string): Promise<unknown> => import(name);

/** The runtime that was installed beside the product. @throws StartError when it is not there */
export async function installedRuntime(
  names: readonly [string, string] = ['onnxruntime-node', '@huggingface/tokenizers'],
): Promise<LocalRuntime> {
  try {
    const [onnx, tokenizers] = await Promise.all([load(names[0]), load(names[1])]);
    return {
      onnx: ('default' in (onnx as object) ? (onnx as { default: unknown }).default : onnx) as OnnxRuntime,
      tokenizers: tokenizers as Tokenizers,
    };
  } catch (error) {
    throw new StartError(MISSING, { cause: error });
  }
}

export interface LocalEmbedder extends Embedder {
  /** Loads model and runtime; what is asked before waits for it. @throws StartError */
  ready(): Promise<void>;
}

/** @throws StartError when the folder holds no model */
export function localEmbedder(
  folder: string,
  runtime: () => Promise<LocalRuntime> = () => installedRuntime(),
): LocalEmbedder {
  const path = MODELS.map((name) => join(folder, name)).find(isFile);
  if (!path || !isFile(join(folder, 'tokenizer.json')))
    throw new StartError(
      'EMBEDDINGS_MODEL_DIR debe ser una carpeta con model.onnx (o onnx/model.onnx) y tokenizer.json.',
    );
  const { size, mtimeMs } = statSync(path);
  let loading: Promise<(text: readonly string[]) => Promise<Float32Array[]>> | null = null;
  const model = () => {
    loading ??= loadModel(folder, path, runtime).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  // One after the other: the runtime uses all cores for each.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    name: `${basename(folder)} (${size}, ${Math.round(mtimeMs)})`,
    batch: BATCH,
    async ready() {
      await model();
    },
    async embed(texts, signal) {
      const run = turn.then(async () => {
        signal.throwIfAborted();
        return (await model())(texts);
      });
      turn = run.catch(() => undefined);
      return run;
    },
  };
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

async function loadModel(folder: string, path: string, runtime: () => Promise<LocalRuntime>) {
  const { onnx, tokenizers } = await runtime();
  const read = async (name: string): Promise<object> => {
    const file = join(folder, name);
    return isFile(file) ? (JSON.parse(await readFile(file, 'utf8')) as object) : {};
  };
  const tokenizer = new tokenizers.Tokenizer(
    await read('tokenizer.json'),
    await read('tokenizer_config.json'),
  );
  const session = await onnx.InferenceSession.create(path).catch((error: unknown) => {
    throw new StartError(`El modelo de EMBEDDINGS_MODEL_DIR no se puede abrir: ${String(error)}`, {
      cause: error,
    });
  });
  const first = firstTokenCounts(folder);

  return async (texts: readonly string[]): Promise<Float32Array[]> => {
    const rows = texts.map((text) => shortened(tokenizer.encode(text).ids));
    const width = rows.reduce((most, ids) => Math.max(most, ids.length), 1);
    const filled = (value: (id: number | undefined) => bigint) =>
      new onnx.Tensor(
        'int64',
        BigInt64Array.from(rows.flatMap((ids) => Array.from({ length: width }, (_, at) => value(ids[at])))),
        [rows.length, width],
      );
    const given: Record<string, () => unknown> = {
      input_ids: () => filled((id) => BigInt(id ?? 0)),
      attention_mask: () => filled((id) => (id === undefined ? 0n : 1n)),
      token_type_ids: () => filled(() => 0n),
    };
    const feeds = Object.fromEntries(
      session.inputNames.flatMap((name) => (given[name] ? [[name, given[name]()]] : [])),
    );
    const output = await session.run(feeds);
    const whole = output['sentence_embedding'];
    if (whole) return rows.map((_, at) => slice(whole.data, at, whole.dims.at(-1) ?? 0));
    const tokens = output['last_hidden_state'] ?? Object.values(output)[0];
    if (tokens?.dims.length !== 3) throw new Error('The model answers no vectors of tokens');
    const [, length = 0, numbers = 0] = tokens.dims;
    return rows.map((ids, at) => pooled(tokens.data, at * length * numbers, first ? 1 : ids.length, numbers));
  };
}

/** Keeps how a text ends: its last token closes it. */
const shortened = (ids: number[]): number[] =>
  ids.length <= LONGEST ? ids : [...ids.slice(0, LONGEST - 1), ...ids.slice(-1)];

/** Some models say the whole sentence in its first token; most in the mean of all. */
function firstTokenCounts(folder: string): boolean {
  const file = join(folder, '1_Pooling', 'config.json');
  if (!isFile(file)) return false;
  const config = JSON.parse(readFileSync(file, 'utf8')) as { pooling_mode_cls_token?: unknown };
  return config.pooling_mode_cls_token === true;
}

const slice = (data: ArrayLike<number>, row: number, numbers: number): Float32Array =>
  Float32Array.from({ length: numbers }, (_, at) => data[row * numbers + at] ?? 0);

/** The mean of the first tokens of a row. */
function pooled(data: ArrayLike<number>, from: number, tokens: number, numbers: number): Float32Array {
  const sum = new Float32Array(numbers);
  for (let token = 0; token < tokens; token++)
    for (let at = 0; at < numbers; at++)
      sum[at] = (sum[at] ?? 0) + (data[from + token * numbers + at] ?? 0) / tokens;
  return sum;
}
