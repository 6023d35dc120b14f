/**
 * A Watson Assistant v1 workspace as it is exported: lenient, unknown keys are let be. Its two forms of `output`
 * (old: `text`, new: `generic`) are read into one.
 */
import * as z from 'zod/mini';

const text = z.string().check(z.maxLength(20_000));
const name = z.string().check(z.minLength(1), z.maxLength(200));

const dialogNode = z.looseObject({
  dialog_node: name,
  type: z.optional(z.nullable(z.string())),
  parent: z.optional(z.nullable(name)),
  previous_sibling: z.optional(z.nullable(name)),
  conditions: z.optional(z.nullable(text)),
  title: z.optional(z.nullable(z.string())),
  user_label: z.optional(z.nullable(z.string())),
  output: z.optional(z.nullable(z.looseObject({}))),
  context: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  next_step: z.optional(
    z.nullable(
      z.looseObject({
        behavior: z.optional(z.string()),
        dialog_node: z.optional(z.nullable(z.string())),
        selector: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  actions: z.optional(z.nullable(z.array(z.unknown()))),
  disabled: z.optional(z.nullable(z.boolean())),
});
export type WatsonNode = z.infer<typeof dialogNode>;

export const workspace = z.looseObject({
  name: z.optional(z.nullable(z.string())),
  intents: z._default(
    z.array(z.looseObject({ intent: name, examples: z._default(z.array(z.looseObject({ text })), []) })),
    [],
  ),
  entities: z._default(
    z.array(
      z.looseObject({
        entity: name,
        values: z._default(
          z.array(
            z.looseObject({
              value: z.string(),
              type: z.optional(z.string()),
              synonyms: z.optional(z.nullable(z.array(z.string()))),
              patterns: z.optional(z.nullable(z.array(z.string()))),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
  dialog_nodes: z.array(dialogNode),
  counterexamples: z.optional(z.nullable(z.array(z.looseObject({ text })))),
});
export type Workspace = z.infer<typeof workspace>;

/** What an output says, whichever form it has. */
export interface WatsonOutput {
  answers: string[];
  options: { label: string; says: string }[];
  handoff: boolean;
  /** Response types that have no place here. */
  strange: string[];
}

const generic = z.array(z.looseObject({ response_type: z.string() }));
const values = z.array(z.union([z.string(), z.looseObject({ text: z.string() })]));
const options = z.array(
  z.looseObject({
    label: z.string(),
    value: z.optional(z.looseObject({ input: z.optional(z.looseObject({ text: z.optional(z.string()) })) })),
  }),
);

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  const list = values.safeParse(value);
  return list.success ? list.data.map((one) => (typeof one === 'string' ? one : one.text)) : [];
};

/** Never throws: what can't be read says nothing. */
export function readOutput(output: WatsonNode['output']): WatsonOutput {
  const read: WatsonOutput = { answers: [], options: [], handoff: false, strange: [] };
  const old = output?.['text'];
  const oldValues = typeof old === 'object' && old !== null && 'values' in old ? old.values : old;
  read.answers.push(...texts(oldValues));
  const parts = generic.safeParse(output?.['generic']);
  for (const part of parts.success ? parts.data : []) readPart(read, part);
  read.answers = read.answers.map((one) => one.trim()).filter((one) => one !== '');
  return read;
}

function readPart(read: WatsonOutput, part: z.infer<typeof generic>[number]): void {
  switch (part.response_type) {
    case 'text':
      // Alternatives of one answer; a sequence of several parts becomes alternatives, too.
      read.answers.push(...texts(part['values'] ?? part['text']));
      break;
    case 'option': {
      if (typeof part['title'] === 'string') read.answers.push(part['title']);
      const listed = options.safeParse(part['options']);
      for (const { label, value } of listed.success ? listed.data : [])
        read.options.push({ label, says: value?.input?.text ?? label });
      break;
    }
    case 'connect_to_agent':
      read.handoff = true;
      read.answers.push(...texts(part['message_to_human_agent']));
      break;
    case 'image':
    case 'audio':
    case 'video':
    case 'iframe':
      if (typeof part['source'] === 'string')
        read.answers.push(
          [part['title'], part['source']].filter((one) => typeof one === 'string').join('\n'),
        );
      break;
    case 'pause':
      break;
    default:
      read.strange.push(part.response_type);
  }
}

/** `matches` of Watson wants the whole text to fit its pattern; ours looks for it anywhere within. */
export const asOurCondition = (condition: string): string =>
  condition.replace(
    /(input\.text\.matches\(\s*)(["'])((?:\\.|(?!\2)[^\\])*)\2/g,
    (_, call: string, quote: string, pattern: string) => `${call}${quote}^(?:${pattern})$${quote}`,
  );
