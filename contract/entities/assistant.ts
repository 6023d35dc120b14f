/** The assistant of a bot, as the Assistant service keeps it (docs/product.md §3 Assistant). */
import * as z from 'zod/mini';
import { boundedJson, boundedRecord } from '../bounded.ts';
import { instant, numericId, textId } from '../primitives.ts';

/** Settings of the assistant's parts; each part parses its own and leaves the others as they are. */
export const iaConfigs = boundedRecord(60, boundedJson({ depth: 10, values: 2_000 }), 50);

export const TRAIN_MODULES = ['knowledge', 'products'] as const;
export const trainModule = z.enum(TRAIN_MODULES);

export const training = z.object({
  module: trainModule,
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  asked_at: instant,
  finished_at: z.nullable(instant),
  /** In Spanish; null: it did not fail. */
  error: z.nullable(z.string()),
});

export const assistant = z.object({
  id: textId,
  bot_id: numericId,
  name: z.string(),
  ia_configs: iaConfigs,
  /** Of the bot's forms, the webhook's among them. */
  revision: z.int(),
  /** Told of answers and hand-offs; null: nobody is. */
  webhook_url: z.nullable(z.string()),
  /** How the webhook stands; null: there is none. */
  webhook: z.nullable(
    z.object({
      /** The key of `x-charla-signature`: `t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`. */
      secret: z.string(),
      called_at: z.nullable(instant),
      /** In a row. */
      failures: z.int(),
      /** Why the last call failed, in Spanish. */
      error: z.nullable(z.string()),
    }),
  ),
  /** The last training of each module that was ever asked for. */
  trainings: z.array(training),
  created_at: instant,
  updated_at: instant,
});
export type Assistant = z.infer<typeof assistant>;

/** What an import took over and what not (generate_from_watson, upload_skill_base). */
export const importReport = z.object({
  intents: z.int(),
  examples: z.int(),
  entities: z.int(),
  nodes: z.int(),
  /** What could not be taken over, in Spanish, one line a thing; `node_id` where it stands on a node that was kept. */
  left_out: z.array(z.object({ what: z.string(), reason: z.string(), node_id: z.nullable(z.string()) })),
});
export type ImportReport = z.infer<typeof importReport>;
