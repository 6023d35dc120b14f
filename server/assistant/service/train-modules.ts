/**
 * `train_llm`: asked for by a person, done by a durable job, so that a restart loses none. A module's trainer is what
 * its piece of the product registers; one that nobody registered has nothing to learn and is done at once.
 */
import * as z from 'zod/mini';
import { TRAIN_MODULES } from '../../../contract/entities/assistant.ts';
import type { App } from '../../platform/app.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { noteTrainings } from './assistants.ts';

export type TrainModule = (typeof TRAIN_MODULES)[number];
/** Trains a bot's module again; throws with what went wrong. */
export type ModuleTrainer = (botId: number) => Promise<void>;

const KIND = 'assistant.train';
const payload = z.object({
  assistant_id: z.string(),
  bot_id: z.int(),
  module: z.enum(TRAIN_MODULES),
  asked_at: z.string(),
});
const FAILED = 'El entrenamiento falló. Inténtalo nuevamente.';

/** Asks for the training of modules. */
export async function askTraining(
  app: App,
  assistantId: string,
  botId: number,
  modules: readonly TrainModule[],
): Promise<void> {
  await app.db.transaction((tx) => askTrainingIn(tx, app, assistantId, botId, modules));
}

/** The same in the transaction of what makes it necessary. */
export async function askTrainingIn(
  tx: Transaction,
  app: App,
  assistantId: string,
  botId: number,
  modules: readonly TrainModule[],
): Promise<void> {
  const now = app.clock.now();
  const asked_at = now.toISOString();
  for (const module of new Set(modules)) {
    const waiting = { status: 'waiting', asked_at, finished_at: null, error: null } as const;
    await noteTrainings(tx, app, { id: assistantId, botId }, { [module]: waiting });
    await app.jobs.schedule(tx, {
      kind: KIND,
      key: `${KIND}:${assistantId}:${module}`,
      runAt: now,
      payload: { assistant_id: assistantId, bot_id: botId, module, asked_at },
    });
  }
}

/** Registers the job. */
export function registerTrainings(app: App, trainers: Partial<Record<TrainModule, ModuleTrainer>>): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const { assistant_id: id, bot_id, module, asked_at } = payload.parse(job.payload);
    const note = (status: 'running' | 'done' | 'failed', error: string | null = null) =>
      app.db.transaction((tx) =>
        noteTrainings(
          tx,
          app,
          { id, botId: bot_id },
          {
            [module]: {
              status,
              asked_at,
              finished_at: status === 'running' ? null : app.clock.now().toISOString(),
              error,
            },
          },
        ),
      );
    await note('running');
    try {
      await trainers[module]?.(bot_id);
      await note('done');
    } catch (error) {
      app.log.error({ err: error, botId: bot_id, module }, 'A training failed');
      await note('failed', FAILED);
    }
  });
}
