/**
 * The try-out of rules: each of yesterday's conversations that asked for a person is judged for itself, with who is
 * there now. Reads one state and changes nothing.
 */

import { versionAt } from '../../contract/calendar/open-hours.ts';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { RoutingSettings, TriedTalk } from '../../contract/entities/routing.ts';
import { allows } from '../../contract/permissions.ts';
import { ROUTING_LIMITS } from '../../contract/routing-limits.ts';
import { decideRouting } from '../../machines/routing/decide.ts';
import { visibleTo } from '../access/visible-to.ts';
import { readCalendar } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';
import { routingPeople } from './people.ts';
import { requireOwn, tidied } from './save.ts';
import { readRouting, UNTOUCHED } from './stored-settings.ts';
import { routingTalks, type TalkRow } from './talks.ts';
import { readableThings, routingThings } from './things.ts';

interface Tried extends TalkRow {
  lead_name: string;
  at: string;
}

/** The latest first. Throws rule as saving these rules would. */
export async function tryRouting(
  app: App,
  by: BotSession,
  wish: RoutingSettings,
): Promise<{ talks: TriedTalk[]; more: boolean }> {
  const botId = by.link.bot_id;
  const settings = tidied(wish);
  const now = app.clock.now();
  return app.db.snapshot(async (db) => {
    const calendar = await readCalendar(db, botId);
    const { zone } = versionAt(calendar, now.getTime());
    const today = dayIn(now.getTime(), zone);
    const from = new Date(startOfDay(addDays(today, -1), zone));
    const to = new Date(startOfDay(today, zone));
    const people = await routingPeople(db, now, botId);
    const stored = (await readRouting(db, botId)) ?? { ...UNTOUCHED, turns: {} };
    const all = { rules: [...stored.rules, ...settings.rules] };
    const things = readableThings(await routingThings(db, botId, people, all), by.link.role, stored);
    requireOwn(settings, stored, things);
    const rows = await db.query<Tried>(sql`
      select c.id, c.lead_id, c.visitor_id, c.channel, c.category, c.tags,
        coalesce(c.custom_name, c.lead_name) as lead_name, asked.at
      from (
        select distinct on (t.conversation_id) t.conversation_id, t.at from transitions t
        where t.bot_id = ${botId} and t.at >= ${from} and t.at < ${to}
          and t.event in ('handoff', 'handoff_assigned')
        order by t.conversation_id, t.at
      ) asked join conversations c on c.id = asked.conversation_id
      where ${visibleTo(by.viewer)}
      order by asked.at desc, c.id limit ${ROUTING_LIMITS.tried + 1}`);
    // Whom conversations are with is for those who read conversations.
    const { permissions } = by.link.role;
    const named =
      allows(permissions, 'live', 'read') || allows(permissions, 'historial_conversaciones', 'read');
    const shown = rows.slice(0, ROUTING_LIMITS.tried);
    const facts = await routingTalks(
      db,
      shown.map((row) => ({ ...row, at: Date.parse(row.at) })),
      settings,
      calendar,
    );
    const [bot] = await db.query<{ auto_assign: boolean }>(sql`
      select auto_assign from bots where id = ${botId}`);
    const talks = shown.flatMap(({ id, lead_name, at, channel }, place): TriedTalk[] => {
      const talk = facts[place];
      const routed =
        talk &&
        decideRouting(
          {
            talk,
            settings,
            auto_assign: bot?.auto_assign ?? false,
            people,
            things,
            turns: stored.turns,
            holder: null,
          },
          { kind: 'rules' },
        );
      return routed
        ? [{ conversation_id: id, lead_name: named ? lead_name : '', at, channel, reason: routed.reason }]
        : [];
    });
    return { talks, more: rows.length > ROUTING_LIMITS.tried };
  });
}
