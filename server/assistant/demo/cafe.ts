import { compileTopics, shellOf } from '../catalogue/topics/topic.ts';
import { writtenBot } from '../catalogue/topics/written-bot.ts';
import type { BotModel } from '../engine/bot-model.ts';
import words from './cafe.json' with { type: 'json' };

const cafe = writtenBot.parse(words);

/** A bot that its owner wrote from nothing: the café of the demo. Nothing in the engine was tuned on it. */
export function cafeModel(name: string): BotModel {
  return { template: 'generica', ...shellOf(cafe, name), ...compileTopics(cafe.sections) };
}
