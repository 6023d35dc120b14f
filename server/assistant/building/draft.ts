/** The draft of a bot, as its edits see it. */
import type { BotModel } from '../engine/bot-model.ts';

export interface Draft {
  botId: number;
  model: BotModel;
  revision: number;
  /** With which revision each thing was changed last, by `touchKey`. */
  touched: Touched;
  /** What customers talk to; null: nothing was published. */
  published: BotModel | null;
  publishedVersion: number;
}

export type Touched = Readonly<Record<string, { revision: number; by: string }>>;
