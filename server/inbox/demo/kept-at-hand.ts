/** What the shop's people keep at hand in the inbox: quick replies, macros, saved views, templates (kept-at-hand.json). */
import * as z from 'zod/mini';
import { quickReplyDraft, savedViewDraft } from '../../../contract/calls/inbox-tools.ts';
import { macroDraft } from '../../../contract/calls/macros.ts';
import { TEMPLATE_CATEGORIES, templateStatus } from '../../../contract/entities/waba-template.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { TEMPLATE_LIMITS } from '../../../contract/rules/template-rules.ts';
import { json, type Queryable, sql } from '../../platform/database/database.ts';
import { PEOPLE, SHOP } from '../../platform/demo/cast.ts';
import type { DemoTools } from '../../platform/demo/demo.ts';
import file from './kept-at-hand.json' with { type: 'json' };

/** Milliseconds: a little more than the window. */
const CLOSED_FOR = LIMITS.conversationLock + 20 * 60_000;

const NAMES = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[];
const kept = { who: z.enum(NAMES), shared: z.boolean() };
export const keptAtHandFile = z.strictObject({
  quick_replies: z.array(z.strictObject({ ...quickReplyDraft.shape, ...kept })),
  macros: z.array(z.strictObject({ ...macroDraft.shape, ...kept })),
  saved_views: z.array(z.strictObject({ ...savedViewDraft.shape, ...kept })),
  templates: z.array(
    z.strictObject({
      name: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)),
      category: z.enum(TEMPLATE_CATEGORIES),
      status: templateStatus,
      body: z.string().check(z.minLength(1), z.maxLength(TEMPLATE_LIMITS.body)),
      header: z.optional(z.string().check(z.maxLength(TEMPLATE_LIMITS.header))),
      footer: z.optional(z.string().check(z.maxLength(TEMPLATE_LIMITS.footer))),
      buttons: z.optional(z.array(z.string().check(z.maxLength(TEMPLATE_LIMITS.button)))),
    }),
  ),
});
const KEPT = keptAtHandFile.parse(file);

/** Writes them, and a conversation that a template can take up again. */
export async function insertKeptAtHand(db: Queryable, { now, ids }: DemoTools): Promise<void> {
  for (const { who, shortcut, shared, text } of KEPT.quick_replies) {
    await db.query(sql`
      insert into quick_replies (id, bot_id, user_id, shortcut, text, shared, updated_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${shortcut}, ${text}, ${shared}, ${now})`);
  }
  for (const [index, { who, name, shared, steps }] of KEPT.macros.entries()) {
    await db.query(sql`
      insert into macros (id, bot_id, user_id, name, steps, shared, position, updated_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${name}, ${json(steps)}, ${shared}, ${index}, ${now})`);
  }
  for (const { who, name, shared, filters } of KEPT.saved_views) {
    await db.query(sql`
      insert into saved_views (id, bot_id, user_id, name, filters, shared, created_at)
      values (${ids()}, ${SHOP}, ${PEOPLE[who].id}, ${name}, ${json(filters)}, ${shared}, ${now})`);
  }
  await closeOneWindow(db, now);
  for (const one of KEPT.templates) {
    await db.query(sql`
      insert into message_templates (id, bot_id, channel, name, language, category, status, header, body, footer,
        buttons, created_at)
      values (${ids()}, ${SHOP}, 'whatsapp', ${one.name}, 'es', ${one.category}, ${one.status}, ${one.header ?? null},
        ${one.body}, ${one.footer ?? null}, ${json(one.buttons ?? [])}, ${now})`);
  }
}

/** One WhatsApp conversation whose 24 h are over, so that the templates have a use: it lies as far back as it must. */
async function closeOneWindow(db: Queryable, now: Date): Promise<void> {
  const [found] = await db.query<{ id: string; shift: number }>(sql`
    select id, extract(epoch from last_customer_message_at - ${now}::timestamptz) * 1000 + ${CLOSED_FOR}::float8 as shift
    from conversations
    where bot_id = ${SHOP} and state = 'inactive' and channel = 'whatsapp' and last_customer_message_at is not null
    order by last_customer_message_at, id limit 1`);
  if (!found || found.shift <= 0) return;
  const back = sql`${found.shift}::float8 * interval '1 millisecond'`;
  await db.query(sql`
    update conversations set created_at = created_at - ${back}, last_message_date = last_message_date - ${back},
      last_customer_message_at = last_customer_message_at - ${back}, waiting_since = waiting_since - ${back}
    where id = ${found.id}`);
  await db.query(
    sql`update messages set created_at = created_at - ${back} where conversation_id = ${found.id}`,
  );
  await db.query(sql`update transitions set at = at - ${back} where conversation_id = ${found.id}`);
}
