import { CAFE, type DemoBot } from '../../platform/demo/cast.ts';
import { templateModel } from '../catalogue/catalogue.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { cafeModel } from './cafe.ts';

/** What a bot of the demo says: its template, or what its owner wrote. */
export const demoModel = (bot: DemoBot): BotModel =>
  bot.id === CAFE ? cafeModel(bot.name) : templateModel(bot.template, bot.name);
