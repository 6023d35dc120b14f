/** The calls of contract/calls/automations.ts. */
import { automationCalls } from '../../contract/calls/automations.ts';
import type { Automation } from '../../contract/entities/automation.ts';
import type { AutomationKind } from '../../contract/rules/automations.ts';
import { connectionsOf } from '../connections/connection-row.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import type { ShopReaders } from '../shops/port.ts';
import { boughtFiguresOf, shopCurrencies } from './bought-figures.ts';
import { type CaseRow, caseColumns, findCase, toCase } from './case-row.ts';
import { claimingShops, listClaims } from './claims/list-claims.ts';
import { registerReports } from './claims/take-report.ts';
import { previewRule } from './preview.ts';
import { putRule, ruleOf } from './rule-row.ts';
import { scheduleFind } from './runner.ts';
import { whyNot, whyPaused } from './standing.ts';
import { testStep } from './test-step.ts';

const PAGE = 20;

/** Mounts them. @param readers how each kind of shop is read */
export function registerAutomations(app: App, readers: ShopReaders): void {
  const previews = app.sharedLimit('automations.preview', 60, 60 * 60);
  const tests = app.sharedLimit('automations.test', 20, 60 * 60);
  registerCall(app, automationCalls.getAutomation, ({ params, query }) =>
    automationOf(app, readers, query.bot_id, params.kind),
  );
  registerCall(app, automationCalls.putAutomation, async ({ params, query, body, session }) => {
    const why = await whyNot(app, readers, query.bot_id, params.kind);
    if (body.on && why !== null) throw new Refused('rule', { message: why, details: { field: 'on' } });
    await putRule(app, session, params.kind, body);
    if (body.on)
      await app.db.transaction((tx) => scheduleFind(tx, app, query.bot_id, params.kind, app.clock.now()));
    return automationOf(app, readers, query.bot_id, params.kind);
  });
  registerCall(app, automationCalls.previewAutomation, async ({ params, query, body, session }) => {
    await previews.take(String(session.user.id));
    return previewRule(app, readers, query.bot_id, params.kind, body);
  });
  registerCall(app, automationCalls.testAutomation, async ({ params, query, body, session }) => {
    await tests.take(String(session.user.id));
    return testStep(app, session, query.bot_id, params.kind, body.step);
  });
  registerCall(app, automationCalls.automationCases, async ({ params, query }) => {
    const page = query.page ?? 1;
    const where = sql`e.bot_id = ${query.bot_id} and e.kind = ${params.kind}
      and (${query.state ?? null}::text is null or e.state = ${query.state ?? null})`;
    const rows = await app.db.query<CaseRow>(sql`
      select ${caseColumns} from automation_cases e where ${where}
      order by e.created_at desc, e.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`);
    const [counted] = await app.db.query<{ n: number }>(sql`
      select count(*)::int as n from automation_cases e where ${where}`);
    const total = counted?.n ?? 0;
    return { cases: rows.map(toCase), page, pages: Math.max(1, Math.ceil(total / PAGE)), total };
  });
  registerCall(app, automationCalls.cartClaims, async ({ query }) => {
    const page = query.page ?? 1;
    const { claims, total } = await listClaims(app.db, query.bot_id, page, PAGE);
    const shops = await claimingShops(app.db, readers, query.bot_id);
    return { shops, claims, page, pages: Math.max(1, Math.ceil(total / PAGE)), total };
  });
  registerReports(app, readers);
  registerCall(app, automationCalls.automationCase, async ({ params }) => {
    const row = await findCase(app.db, params.id);
    if (!row) throw new Refused('not_found');
    const decisions = await app.db.query<{
      at: string;
      rule: 'on';
      value: string;
      verdict: 'ok' | 'wait' | 'no';
    }>(sql`
      select d.at, d.rule, d.value, d.verdict from automation_decisions d where d.case_id = ${params.id}
      order by d.id desc limit 200`);
    return { ...toCase(row), decisions: decisions.toReversed() };
  });
}

async function automationOf(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
): Promise<Automation> {
  const rule = await ruleOf(app.db, botId, kind);
  const [figures] = await app.db.query<{
    cases: number;
    messages: number;
    charged: number;
    free: number;
  }>(sql`
    select
      (select count(*)::int from automation_cases e where e.bot_id = ${botId} and e.kind = ${kind}) as cases,
      (select count(*)::int from automation_sends s join automation_cases e on e.id = s.case_id
        where e.bot_id = ${botId} and e.kind = ${kind}) as messages,
      (select count(*)::int from automation_sends s join automation_cases e on e.id = s.case_id
        join messages m on m.id = s.message_id
        where e.bot_id = ${botId} and e.kind = ${kind} and m.pricing ->> 'billable' = 'true') as charged,
      (select count(*)::int from automation_sends s join automation_cases e on e.id = s.case_id
        join messages m on m.id = s.message_id
        where e.bot_id = ${botId} and e.kind = ${kind} and m.pricing ->> 'billable' = 'false') as free`);
  return {
    kind,
    ...rule,
    currencies: await shopCurrencies(app.db, botId),
    numbers: (await connectionsOf(app.db, botId))
      .filter(({ provider }) => provider === 'whatsapp')
      .map(({ id, name }) => ({ id, name })),
    unavailable: await whyNot(app, readers, botId, kind),
    paused: await whyPaused(app, readers, botId, kind, rule),
    figures: {
      cases: figures?.cases ?? 0,
      messages: figures?.messages ?? 0,
      charged: figures?.charged ?? 0,
      free: figures?.free ?? 0,
      ...(await boughtFiguresOf(app.db, botId, kind)),
    },
  };
}
