/** A bot's rules of assignment and capacity, saved as a whole; and as their screen shows them. */
import type * as z from 'zod/mini';
import type { routingCalls } from '../../contract/calls/routing.ts';
import type { BotRouting, RoutingSettings, RoutingThings } from '../../contract/entities/routing.ts';
import { missingOf, routingFault } from '../../contract/routing/rules.ts';
import { routingTexts } from '../../contract/routing/texts.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { cleanLine, cleanText } from '../platform/clean-text.ts';
import { json, type Queryable, sql } from '../platform/database/database.ts';
import { editConflict } from '../platform/http/edit-conflict.ts';
import { fieldFault } from '../platform/http/field-fault.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { routingPeople } from './people.ts';
import { keepRouting, lockRouting, readRouting, UNTOUCHED } from './stored-settings.ts';
import { readableThings, routingThings } from './things.ts';
import { giveNext } from './wake.ts';

type Wish = z.output<NonNullable<typeof routingCalls.saveRouting.body>>;

/** As the screen shows them, with what rules may name as far as the caller may read it. */
export async function readBotRouting(db: Queryable, now: Date, { link }: BotSession): Promise<BotRouting> {
  const botId = link.bot_id;
  const stored = await readRouting(db, botId);
  const { rules, capacity, overrides } = stored ?? UNTOUCHED;
  const [bot] = await db.query<{ auto_assign: boolean }>(sql`
    select auto_assign from bots where id = ${botId}`);
  if (!bot) throw new Refused('not_found');
  const people = await routingPeople(db, now, botId);
  return {
    bot_id: botId,
    revision: stored?.revision ?? 0,
    rules,
    capacity,
    overrides,
    auto_assign: bot.auto_assign,
    things: readableThings(await routingThings(db, botId, people, { rules }), link.role, { rules }),
  };
}

/** Throws conflict when somebody saved since; rule with `details.fields`. */
export async function saveRouting(app: App, by: BotSession, wish: Wish): Promise<BotRouting> {
  const botId = by.link.bot_id;
  const next = tidied(wish);
  return app.db.transaction(async (tx) => {
    await keepRouting(tx, botId);
    const kept = await lockRouting(tx, botId);
    if (!kept) throw new Refused('not_found');
    const now = app.clock.now();
    const people = await routingPeople(tx, now, botId);
    const things = await routingThings(tx, botId, people, {
      rules: [...kept.rules, ...next.rules],
    });
    const before = routingTexts(kept, things);
    const read = readableThings(things, by.link.role, kept);
    if (wish.revision !== kept.revision) {
      const theirs = Object.entries(routingTexts(kept, read)).map(([field, value]) => ({ field, value }));
      throw editConflict({ revision: kept.revision, by: kept.updated_by_name, theirs }, 'save');
    }
    requireOwn(next, kept, read);
    const teams = new Set(next.rules.map(({ id }) => `rule:${id}`));
    const turns = Object.fromEntries(
      Object.entries(kept.turns).filter(([key]) => key.startsWith('area:') || teams.has(key)),
    );
    await tx.query(sql`
      update bot_routing set revision = ${kept.revision + 1}, rules = ${json(next.rules)},
        capacity = ${json(next.capacity)}, overrides = ${json(next.overrides)}, turns = ${json(turns)},
        updated_by_name = ${by.user.name}
      where bot_id = ${botId}`);
    await writeAudit(tx, app, {
      by: by.user,
      type: 'bot_routing',
      id: botId,
      botId,
      before,
      after: routingTexts(next, things),
    });
    // More room, or another team: what waits may go to somebody now.
    await giveNext(tx, app, botId);
    return readBotRouting(tx, now, by);
  });
}

/** As it is kept: names on one line, parts of addresses and values without blanks around. Throws rule at the field. */
export function tidied({ rules, capacity, overrides }: RoutingSettings): RoutingSettings {
  const line = (text: string) => cleanText(text).trim();
  const next = {
    rules: rules.map((rule) => ({
      ...rule,
      name: cleanLine(rule.name) ?? '',
      when: {
        ...rule.when,
        channels: [...new Set(rule.when.channels)],
        areas: [...new Set(rule.when.areas)],
        tags: [...new Set(rule.when.tags.flatMap((tag) => cleanLine(tag) ?? []))],
        page: line(rule.when.page),
        origin: line(rule.when.origin),
        fields: rule.when.fields.map((one) => ({ ...one, value: line(one.value) })),
        campaigns: [...new Set(rule.when.campaigns)],
      },
    })),
    capacity,
    overrides,
  };
  const fault = routingFault(next);
  if (fault) throw fieldFault(fault.field, fault.message);
  return next;
}

/**
 * People, campaigns, fields and skills that are not the bot's, or that the caller may not read, are refused, but for those that the rules named before: they are
 * gone, and the screen says so. Throws rule at the field.
 */
export function requireOwn(next: RoutingSettings, kept: RoutingSettings, things: RoutingThings): void {
  const before = kept.rules.map((rule) => missingOf(rule, things));
  for (const [place, rule] of next.rules.entries()) {
    const { people, campaigns, fields, skills } = missingOf(rule, things);
    const strange =
      people.some((id) => !before.some((one) => one.people.includes(id))) ||
      campaigns.some((id) => !before.some((one) => one.campaigns.includes(id))) ||
      fields.some((name) => !before.some((one) => one.fields.includes(name))) ||
      skills.some((id) => !before.some((one) => one.skills.includes(id)));
    if (strange) throw fieldFault(`rules.${place}`, `«${rule.name}» nombra algo que no es de este chatbot.`);
  }
  const known = new Set([
    ...things.people.map(({ id }) => id),
    ...kept.overrides.map(({ user_id }) => user_id),
  ]);
  if (next.overrides.some(({ user_id }) => !known.has(user_id)))
    throw fieldFault('overrides', 'Un cupo propio nombra a alguien que no es de este chatbot.');
}
