/** Asks who gets a conversation, with everything as it is under the bot's lock (machines/routing/decide.ts). */
import { decideRouting, type Routed, type RoutingAsk } from '../../machines/routing/decide.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { routingPeople } from './people.ts';
import { keepRouting, lockRouting, UNTOUCHED } from './stored-settings.ts';
import { routingTalks, type TalkRow } from './talks.ts';
import { thingsNamed } from './things.ts';

export interface RoutingQuestion {
  botId: number;
  now: Date;
  /** The conversation, locked, with the area that was asked for. */
  talk: TalkRow;
  auto_assign: boolean;
  /** Who has it and shall not get it again; null: nobody. */
  holder: number | null;
  ask: RoutingAsk;
}

/**
 * Who gets it, and why; notes whose turn it was. What is answered holds until the transaction ends: nobody else decides
 * for this bot meanwhile, where it has rules or capacity.
 * @returns null as `decideRouting`
 */
export async function route(tx: Transaction, question: RoutingQuestion): Promise<Routed | null> {
  const { botId, now, talk, auto_assign, holder, ask } = question;
  // What a person gave to a team waits for it at any bot.
  if (ask.kind === 'hand') await keepRouting(tx, botId);
  const stored = await lockRouting(tx, botId);
  const settings = stored ?? UNTOUCHED;
  const turns = stored?.turns ?? {};
  // Without rules and by a bot that assigns nobody there is nothing to ask.
  const idle = ask.kind === 'rules' && !auto_assign && !settings.rules.some(({ enabled }) => enabled);
  const people = idle ? [] : await routingPeople(tx, now, botId);
  const [facts] = await routingTalks(
    tx,
    [{ ...talk, at: now.getTime() }],
    settings,
    await readCalendar(tx, botId),
  );
  if (!facts) throw new Error('A conversation without facts');
  const things = await thingsNamed(tx, botId, people, settings);
  const routed = decideRouting({ talk: facts, settings, auto_assign, people, things, turns, holder }, ask);
  if (routed?.turn && stored) {
    const next = { ...turns, [routed.turn.key]: routed.turn.id };
    await tx.query(sql`update bot_routing set turns = ${json(next)} where bot_id = ${botId}`);
  }
  return routed;
}
