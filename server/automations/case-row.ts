/** A case as the database holds it, and as the calls answer it. */
import type { AutomationCase, AutomationRule } from '../../contract/entities/automation.ts';
import type { AutomationKind, CaseState } from '../../contract/rules/automations.ts';
import { MILESTONES, type Milestone } from '../../contract/rules/order-milestones.ts';
import type { Decision } from '../../machines/automation/judge.ts';
import { isOver } from '../../machines/automation/moves.ts';
import { type Queryable, raw, sql, type Transaction } from '../platform/database/database.ts';

export interface CaseRow {
  id: string;
  bot_id: number;
  kind: AutomationKind;
  shop_id: string;
  shop_name: string;
  provider: string;
  subject: string;
  round: number;
  rule: AutomationRule;
  state: CaseState;
  reason: string | null;
  step: number;
  lead_id: string | null;
  customer: string | null;
  email: string | null;
  phone: string | null;
  items: string;
  items_hash: string;
  total: number | null;
  currency: string;
  link: string | null;
  order_number: string | null;
  milestone: Milestone | null;
  carrier: string | null;
  changed_at: string;
  due_at: string | null;
  sent_at: string | null;
  created_at: string;
  recovered_how: 'link' | 'window' | null;
  recovered_total: number | null;
  recovered_currency: string | null;
  /** Why its last message did not arrive; null: nothing says so. */
  failed: string | null;
}

export const caseColumns = raw(`
  e.id, e.bot_id, e.kind, e.shop_id, e.shop_name, e.provider, e.subject, e.round, e.rule, e.state, e.reason, e.step,
  e.lead_id, e.customer, e.email, e.phone, e.items, e.items_hash, e.total::float8 as total, e.currency, e.link, e.order_number, e.milestone, e.carrier,
  e.changed_at, e.due_at, e.sent_at, e.created_at,
  (select r.how from automation_recoveries r where r.case_id = e.id) as recovered_how,
  (select r.total::float8 from automation_recoveries r where r.case_id = e.id) as recovered_total,
  (select r.currency from automation_recoveries r where r.case_id = e.id) as recovered_currency,
  (select coalesce(m.reason, 'WhatsApp no dice por qué.') from automation_sends s join messages m on m.id = s.message_id
    where s.case_id = e.id and s.step = e.step - 1 and m.status = 'failed') as failed`);

/** One case, or null. @param locked nobody else changes it until the transaction ends */
export async function findCase(db: Queryable, id: string, locked = false): Promise<CaseRow | null> {
  const lock = locked ? sql` for update of e` : sql``;
  const [row] = await db.query<CaseRow>(sql`
    select ${caseColumns} from automation_cases e where e.id = ${id}${lock}`);
  return row ?? null;
}

function aboutOf({ order_number, milestone }: CaseRow): string | null {
  if (order_number === null) return null;
  return `Pedido ${order_number}${milestone === null ? '' : `: ${MILESTONES[milestone]}`}`;
}

/** As the calls answer it. */
export const toCase = (row: CaseRow): AutomationCase => ({
  id: row.id,
  bot_id: row.bot_id,
  kind: row.kind,
  state: row.state,
  reason: row.failed !== null && !isOver(row.state) ? `El mensaje no llegó: ${row.failed}` : row.reason,
  shop: row.shop_name,
  customer: row.customer,
  lead_id: row.lead_id,
  items: row.items,
  about: aboutOf(row),
  total: row.total,
  currency: row.currency,
  step: row.step,
  steps: row.rule.steps.length,
  changed_at: row.changed_at,
  due_at: row.due_at,
  recovered:
    row.recovered_how === null
      ? null
      : { how: row.recovered_how, total: row.recovered_total, currency: row.recovered_currency ?? '' },
});

/** Writes what was decided, line by line. */
export async function writeDecisions(
  tx: Transaction,
  caseId: string,
  at: Date,
  decisions: readonly Decision[],
): Promise<void> {
  for (const { rule, value, verdict } of decisions) {
    await tx.query(sql`
      insert into automation_decisions (case_id, at, rule, value, verdict)
      values (${caseId}, ${at}, ${rule}, ${value.slice(0, 300)}, ${verdict})`);
  }
}
