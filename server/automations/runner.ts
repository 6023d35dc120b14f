/**
 * When automations look: every few minutes for new carts where one is on, and at a case when its time has come. Both are
 * durable jobs: ten thousand open cases are rows and nothing else.
 */
import * as z from 'zod/mini';
import { AUTOMATION_KINDS, type AutomationKind } from '../../contract/rules/automations.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import type { ShopReaders } from '../shops/port.ts';
import { findCarts } from './find-carts.ts';
import { takeBack } from './take-back.ts';
import { tellStandstill } from './tell-standstill.ts';
import { workCase } from './work-case.ts';

const FIND = 'automations.find';
const CASE = 'automations.case';
/** Between two looks at the shops. Milliseconds. */
const PACE = 5 * 60_000;

const findPayload = z.object({ bot_id: z.number(), kind: z.enum(AUTOMATION_KINDS) });
const casePayload = z.object({ bot_id: z.number(), id: z.string() });

/** Orders the next look at the shops of a bot. */
export const scheduleFind = (tx: Transaction, app: App, botId: number, kind: AutomationKind, runAt: Date) =>
  app.jobs.schedule(tx, {
    kind: FIND,
    key: `${FIND}:${botId}:${kind}`,
    runAt,
    payload: { bot_id: botId, kind },
  });

/** Orders the next look at a case, in place of the one that waits. */
export const scheduleCase =
  (app: App) =>
  (tx: Transaction, { id, bot_id, due_at }: { id: string; bot_id: number; due_at: Date }): Promise<void> =>
    app.jobs.schedule(tx, { kind: CASE, key: `${CASE}:${id}`, runAt: due_at, payload: { bot_id, id } });

/** Registers the work. */
export function registerRuns(app: App, readers: ShopReaders): void {
  app.jobs.handleOutside(FIND, async (job) => {
    const { bot_id, kind } = findPayload.parse(job.payload);
    const [on] = await app.db.query(
      sql`select 1 from automation_runs where bot_id = ${bot_id} and kind = ${kind}`,
    );
    if (!on) return;
    await takeBack(app, bot_id, kind, scheduleCase(app));
    await wakeStanding(app, bot_id, kind);
    await tellStandstill(app, readers, bot_id, kind);
    await findCarts(app, readers, bot_id, kind, scheduleCase(app));
    const next = new Date(app.clock.now().getTime() + PACE);
    await app.db.transaction((tx) => scheduleFind(tx, app, bot_id, kind, next));
  });
  app.jobs.handleOutside(CASE, async (job) => {
    const { id } = casePayload.parse(job.payload);
    await workCase(app, readers, id, scheduleCase(app));
  });
}

/** Cases whose time has come and that nothing will look at: they stood still after a restore, and go on. */
async function wakeStanding(app: App, botId: number, kind: AutomationKind): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const standing = await tx.query<{ id: string; bot_id: number }>(sql`
      select e.id, e.bot_id from automation_cases e
      where e.bot_id = ${botId} and e.kind = ${kind} and e.due_at <= ${now}
        and not exists (select 1 from jobs j where j.key = ${`${CASE}:`} || e.id)
      order by e.due_at limit 500`);
    for (const row of standing) await scheduleCase(app)(tx, { ...row, due_at: now });
  });
}

/** So soon after a shop's hook it is looked at; what comes in between is seen by the same look. Milliseconds. */
const SOON = 30_000;

/** A shop says that something has changed: it is looked at shortly, where an automation is on. */
export async function lookSoon(app: App, botId: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const soon = new Date(app.clock.now().getTime() + SOON);
    const on = await tx.query<{ kind: AutomationKind }>(sql`
      select r.kind from automation_runs r where r.bot_id = ${botId} and not exists (
        select 1 from jobs j where j.key = ${`${FIND}:${botId}:`} || r.kind and j.run_at <= ${soon}
          and j.locked_until is null)`);
    for (const { kind } of on) await scheduleFind(tx, app, botId, kind, soon);
  });
}

/** A shop says that an order has changed: who was written to lately may have bought. */
export async function lookAtBuyers(app: App, shopId: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const now = app.clock.now();
    const open = await tx.query<{ id: string; bot_id: number }>(sql`
      update automation_cases set due_at = ${now}
      where shop_id = ${shopId} and state = 'sent' and jsonb_array_length(rule -> 'steps') <= step
        and due_at > ${now} returning id, bot_id`);
    for (const row of open) await scheduleCase(app)(tx, { ...row, due_at: now });
  });
}
