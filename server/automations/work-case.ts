/**
 * One look at a case whose time has come: the shop is asked first, outside of any transaction; then it is judged and said
 * in one small transaction under the client's lock, as a campaign does (docs/protocol.md 'Sending'): who opts out, buys,
 * answers or is written to by something else waits for it, or is seen by it.
 *
 * Locks: contact, visitor, client, the bot's number for the cool-down, the case, the conversation.
 */
import type { AutomationStep } from '../../contract/entities/automation.ts';
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import { AUTOMATION_TIMES, DECISION_RULES } from '../../contract/rules/automations.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { emptySlot, templatePayload, templateWords } from '../../contract/rules/template-slots.ts';
import { type CaseFacts, judgeCase, type Outcome } from '../../machines/automation/judge.ts';
import { caseAfter, isOver } from '../../machines/automation/moves.ts';
import { heldUntil } from '../billing/conversations.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { type Candidate, candidateOf } from '../campaigns/audience.ts';
import { lockAddress } from '../campaigns/between-messages.ts';
import { findTemplate, type Template } from '../campaigns/plan.ts';
import { findConnection } from '../connections/connection-row.ts';
import { leadName } from '../crm/lead-name.ts';
import { BOT } from '../inbox/apply-move.ts';
import { contactOfLead } from '../inbox/commands/contact-of-lead.ts';
import {
  type ConversationRow,
  lockLatestConversation,
  newConversationRow,
} from '../inbox/conversation-row.ts';
import { ConversationWork } from '../inbox/conversation-work.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { touch } from '../platform/realtime/touch.ts';
import type { ShopReaders } from '../shops/port.ts';
import { type CaseRow, findCase, writeDecisions } from './case-row.ts';
import { fillStep, fillText } from './fill-slots.ts';
import { leadOf } from './find-carts.ts';
import { isPaid } from './left-carts.ts';
import { numberOf } from './rule-row.ts';
import { type ShopSays, subjectNow } from './shop-now.ts';
import { consentOf, hasWindow, isMarketing, writtenTo } from './written-before.ts';

/** Null: the shop did not answer. */
type Now = ShopSays | null;
type Schedule = (tx: Transaction, row: { id: string; bot_id: number; due_at: Date }) => Promise<void>;
const MINUTE = 60_000;

/** Whether an order is what the case is about: the cart that became it, or itself. */
const isOwn = ({ kind, subject }: CaseRow, order: ShopOrder): boolean =>
  (kind === 'error-pago' ? order.external_id : order.cart_id) === subject;

/** The buyer's paid order since it was left; of several the one from this very cart. */
function boughtOf(row: CaseRow, now: Now): ShopOrder | null {
  const since = Date.parse(row.changed_at);
  const later = (now?.orders ?? []).filter(
    (order) =>
      isPaid(order) &&
      (isOwn(row, order) || (order.created_at !== null && Date.parse(order.created_at) > since)),
  );
  return later.find((order) => isOwn(row, order)) ?? later[0] ?? null;
}

/** Looks at one case. What may be asked again is (the queue repeats it); what left is in the same transaction. */
export async function workCase(
  app: App,
  readers: ShopReaders,
  id: string,
  schedule: Schedule,
): Promise<void> {
  const row = await findCase(app.db, id);
  if (!row || isOver(row.state)) return;
  // Moved on since it was scheduled: that one comes by itself.
  if (row.due_at !== null && Date.parse(row.due_at) > app.clock.now().getTime()) return;
  const { email, kind, phone, subject } = row;
  if (row.state === 'waiting')
    await app.db.query(sql`
      update automation_cases set state = ${caseAfter('waiting', 'come')}
      where id = ${id} and state = 'waiting' and due_at <= ${app.clock.now()}`);
  const shop = await findConnection(app.db, row.shop_id);
  const now = shop && (await subjectNow(app, shop, readers, { kind, subject, email, phone }));
  await app.db.transaction((tx) => lookIn(tx, app, id, now, schedule), { retries: 3 });
}

async function lookIn(tx: Transaction, app: App, id: string, now: Now, schedule: Schedule): Promise<void> {
  const seen = await findCase(tx, id);
  if (!seen) return;
  const number = await numberOf(tx, seen.bot_id, seen.rule.connection_id);
  const leadId = seen.lead_id ?? (await leadOf(tx, seen.bot_id, seen));
  const visitorId = number && leadId ? await lockPerson(tx, app, number, leadId) : null;
  if (visitorId !== null) await lockAddress(tx, seen.bot_id, visitorId);
  const row = await findCase(tx, id, true);
  const at = app.clock.now();
  if (!row || isOver(row.state) || (row.due_at !== null && Date.parse(row.due_at) > at.getTime())) return;
  const step = row.rule.steps[row.step] ?? null;
  const candidate =
    number && leadId ? await candidateOf(tx, number.id, { leadId, file: null, line: null, now: at }) : null;
  const latest = visitorId === null ? null : await lockLatestConversation(tx, visitorId);
  const template =
    number && step?.template ? await findTemplate(tx, row.bot_id, number.id, step.template) : null;
  const facts = await factsOf(tx, app, { row, step, now, candidate, latest, template, number, visitorId });
  const { decisions, outcome } = judgeCase(facts);
  await writeDecisions(tx, row.id, at, decisions);
  touch(tx, app, row.bot_id, ['automations']);
  const why = decisions.at(-1)?.value ?? '';
  if (step === null || outcome.do !== 'send')
    return settle(tx, app, row, outcome, { now, schedule, why, last: step === null });
  if (leadId === null || visitorId === null || !number || !candidate || facts.address === null) return;
  await say(tx, app, {
    row,
    step,
    template,
    candidate,
    leadId,
    visitorId,
    number,
    latest,
    address: facts.address,
    schedule,
  });
}

interface Given {
  row: CaseRow;
  step: AutomationStep | null;
  now: Now;
  candidate: Candidate | null;
  latest: ConversationRow | null;
  template: Template | null;
  number: { id: string; works: boolean } | null;
  visitorId: string | null;
}

async function factsOf(tx: Transaction, app: App, given: Given): Promise<CaseFacts> {
  const { row, step, now, candidate, latest, template, number, visitorId } = given;
  const at = app.clock.now();
  const since = Date.parse(row.sent_at ?? row.changed_at);
  const bought = boughtOf(row, now);
  const address =
    visitorId === null ? null : (candidate?.contact ?? readPhone(candidate?.phone ?? '')?.slice(1) ?? null);
  const lastWord = latest?.last_customer_message_at ?? null;
  const [on] = await tx.query(sql`
    select 1 from automation_runs where bot_id = ${row.bot_id} and kind = ${row.kind}`);
  const words = wordsOf(row, candidate);
  const filled = step ? fillStep(step, words) : [];
  const empty = template ? emptySlot(template.components, filled) : null;
  return {
    kind: row.kind,
    now: at.getTime(),
    zone: await zoneOf(tx, row.bot_id, at),
    on: on !== undefined,
    number: number?.works ?? false,
    heldUntil: (await heldUntil(tx, app, row.bot_id))?.getTime() ?? null,
    templateFault: !step?.template
      ? null
      : template === null
        ? 'ya no existe'
        : template.status === 'APPROVED'
          ? null
          : 'no está aprobada',
    cart:
      now === null
        ? null
        : { there: now.cart !== null || bought !== null, bought: now.cart?.completed_at != null },
    confirmed: now?.cart?.confirmed ?? null,
    boughtSince: bought?.number ?? null,
    changedAt:
      row.step === 0
        ? Date.parse(row.changed_at)
        : Date.parse(row.sent_at ?? row.changed_at) + (step?.after_minutes ?? 0) * MINUTE,
    link: (now?.cart?.restore_url ?? row.link) !== null,
    total: now?.cart?.total ?? row.total,
    minimum: row.rule.minimum,
    currency: now?.cart?.currency ?? row.currency,
    address,
    consent:
      candidate === null
        ? 'missing'
        : candidate.blocked
          ? 'blocked'
          : consentOf(candidate, isMarketing(row.kind, template)),
    attended: latest !== null && (latest.state === 'taken' || latest.state === 'pending'),
    repliedAt: lastWord !== null && Date.parse(lastWord) > since ? Date.parse(lastWord) : null,
    ...(await writtenTo(tx, {
      botId: row.bot_id,
      shopId: row.shop_id,
      subject: row.subject,
      caseId: row.id,
      address,
      hash: row.items_hash,
    })),
    // What this very case wrote before is not counted: its own wait is between its steps.
    cooldownHours: row.rule.cooldown_hours,
    quiet: row.rule.quiet,
    emptySlot: empty === null ? null : 'falta un dato',
    wordsTooLate: step !== null && !step.template && !(await hasWindow(tx, number?.id ?? '', address, at)),
  };
}

const wordsOf = (row: CaseRow, candidate: Candidate | null) => ({
  name: candidate?.name ?? row.customer,
  items: row.items,
  total: row.total,
  currency: row.currency,
  link: row.link,
  order_number: row.order_number,
  carrier: row.carrier,
});

/** What comes of a look that sends nothing. */
async function settle(
  tx: Transaction,
  app: App,
  row: CaseRow,
  outcome: Outcome,
  { now, schedule, why, last }: { now: Now; schedule: Schedule; why: string; last: boolean },
): Promise<void> {
  const at = app.clock.now();
  if (outcome.do === 'buy' && row.step > 0) await noteRecovery(tx, app, row, now);
  if (
    outcome.do === 'send' ||
    outcome.do === 'defer' ||
    (last && outcome.do !== 'buy' && outcome.do !== 'reply')
  ) {
    if (last && !(outcome.do === 'defer' && outcome.rule === 'on')) {
      // Nothing more to say: whether it is bought within 72 h is all that is left to see.
      const ends = Date.parse(row.sent_at ?? row.created_at) + AUTOMATION_TIMES.window;
      const late = at.getTime() >= ends + AUTOMATION_TIMES.tooOld;
      if (at.getTime() >= ends && (now !== null || late))
        return end(tx, row, 'lapse', 'No compró en 72 horas.');
      const next = new Date(Math.min(Math.max(ends, at.getTime() + MINUTE), at.getTime() + 24 * 60 * MINUTE));
      await tx.query(sql`update automation_cases set due_at = ${next} where id = ${row.id}`);
      return schedule(tx, { ...row, due_at: next });
    }
    if (outcome.do !== 'defer') return;
    const next = new Date(outcome.until);
    await tx.query(sql`
      update automation_cases set state = ${caseAfter(row.state, 'defer') ?? row.state}, due_at = ${next},
        reason = ${`Espera. ${DECISION_RULES[outcome.rule]}: ${why}.`} where id = ${row.id}`);
    // It stands still until somebody turns it on: the look for new cases wakes it then.
    if (outcome.rule === 'on') return;
    return schedule(tx, { ...row, due_at: next });
  }
  await end(tx, row, outcome.do, reasonOf(outcome, row, why));
}

const reasonOf = (outcome: Outcome, row: CaseRow, why: string): string | null => {
  if (outcome.do === 'send' || outcome.do === 'defer') return null;
  if (outcome.do === 'buy') return row.step > 0 ? 'Compró.' : 'Compró antes de que le escribiéramos.';
  return outcome.do === 'reply'
    ? 'Escribió.'
    : `${row.step > 0 ? 'No siguió' : 'No se envió'}. ${DECISION_RULES[outcome.rule]}: ${why}.`;
};

async function end(
  tx: Transaction,
  row: CaseRow,
  event: 'buy' | 'reply' | 'lapse' | 'suppress',
  reason: string | null,
): Promise<void> {
  const after = caseAfter(row.state, event);
  if (after === null) return;
  await tx.query(sql`
    update automation_cases set state = ${after}, reason = ${reason}, due_at = null where id = ${row.id}`);
}

/** An order is counted once, whoever wrote to its buyer; only what was bought within 72 h of a message is. */
async function noteRecovery(tx: Transaction, app: App, row: CaseRow, now: Now): Promise<void> {
  const order = boughtOf(row, now);
  if (row.sent_at === null) return;
  const byLink = order === null || isOwn(row, order);
  // Its own order may be older than our message: what counts is when it was paid.
  const paid = byLink ? (now?.cart?.completed_at ?? order?.updated_at) : order.created_at;
  const at = paid ?? app.clock.now().toISOString();
  const after = Date.parse(at) - Date.parse(row.sent_at);
  if (after < 0 || after > AUTOMATION_TIMES.window) return;
  // An amount goes with its own currency; what the cart came to says nothing of another order.
  const paidFor = order === null || (byLink && order.total === null) ? row : order;
  await tx.query(sql`
    insert into automation_recoveries (shop_id, order_id, case_id, bot_id, kind, how, total, currency, at)
    values (${row.shop_id}, ${order?.external_id ?? `cart:${row.subject}`}, ${row.id}, ${row.bot_id}, ${row.kind},
      ${byLink ? 'link' : 'window'}, ${paidFor.total}, ${paidFor.currency}, ${at}::timestamptz)
    on conflict do nothing`);
}

/** The client's visitor at this number, under lock with contact and client; null: it can't reach them. */
async function lockPerson(
  tx: Transaction,
  app: App,
  number: { id: string; bot_id: number },
  leadId: string,
): Promise<string | null> {
  const [lead] = await tx.query<{ id: string; name: string | null; phone: string | null }>(sql`
    select id, name, phone from leads where id = ${leadId}`);
  if (!lead || !(await contactOfLead(tx, app, number, lead))) return null;
  const [contact] = await tx.query<{ visitor_id: string }>(sql`
    select k.visitor_id from channel_contacts k
    where k.id = (
      select c.id from channel_contacts c join visitors v on v.id = c.visitor_id
      where c.connection_id = ${number.id} and v.lead_id = ${leadId}
      order by c.window_expires_at desc nulls last, c.id limit 1)
    for update of k`);
  if (!contact) return null;
  await tx.query(sql`select id from visitors where id = ${contact.visitor_id} for update`);
  await tx.query(sql`select id from leads where id = ${leadId} for no key update`);
  return contact.visitor_id;
}

interface Saying {
  row: CaseRow;
  step: AutomationStep;
  template: Template | null;
  candidate: Candidate;
  leadId: string;
  visitorId: string;
  number: { id: string };
  latest: ConversationRow | null;
  address: string;
  schedule: Schedule;
}

/** Says it in their conversation, and notes that this step has left. */
async function say(tx: Transaction, app: App, given: Saying): Promise<void> {
  const { row, step, template, candidate, schedule } = given;
  const words = wordsOf(row, candidate);
  const { conversation, fresh } = conversationOf(app, given);
  const work = fresh
    ? ConversationWork.create(conversation, app, BOT)
    : ConversationWork.on(conversation, app);
  if (fresh) work.transition('created', BOT, null);
  const filled = fillStep(step, words);
  const message = template
    ? work.say(BOT, {
        from: 'bot',
        text: templateWords(template.components, filled),
        template: {
          name: template.name,
          language: template.language,
          components: templatePayload(template.components, filled),
        },
        status: 'queued',
      })
    : work.say(BOT, { from: 'bot', text: fillText(step.text ?? '', words), status: 'queued' });
  if (template) work.templateMutation(BOT, template.name, message.message_status);
  const at = app.clock.now();
  const following = row.rule.steps[row.step + 1];
  const wait = following ? following.after_minutes * MINUTE : 24 * 60 * MINUTE;
  // What a parcel told is told: there is nothing to see after it.
  const next = row.kind === 'seguimiento-pedidos' ? null : new Date(at.getTime() + wait);
  await tx.query(sql`
    insert into automation_sends (case_id, step, bot_id, message_id, address, items_hash, at)
    values (${row.id}, ${row.step}, ${row.bot_id}, ${message._id}, ${given.address}, ${row.items_hash}, ${at})`);
  await tx.query(sql`
    update automation_cases set state = ${caseAfter(row.state === 'waiting' ? 'due' : row.state, 'send')}, reason = null, step = step + 1,
      lead_id = ${given.leadId}, sent_at = ${at}, due_at = ${next}
    where id = ${row.id}`);
  if (next) await schedule(tx, { ...row, due_at: next });
  await work.flush(tx);
}

/** Their conversation under way; else one of its own that is closed: nobody has to attend what nobody answered. */
function conversationOf(
  app: App,
  { row, latest, leadId, visitorId, number, candidate }: Saying,
): { conversation: ConversationRow; fresh: boolean } {
  const open = latest && latest.state !== 'closed' && latest.state !== 'archived';
  const ours = latest?.state === 'closed' && latest.last_customer_message_at === null;
  if (latest && (open || ours)) return { conversation: latest, fresh: false };
  const { name, email, phone } = candidate;
  const fresh = newConversationRow(
    {
      id: app.ids(),
      bot_id: row.bot_id,
      lead_id: leadId,
      visitor_id: visitorId,
      connection_id: number.id,
      channel: 'whatsapp',
      state: 'closed',
      lead_name: leadName({ id: leadId, name, email, phone }),
      last_customer_message_at: null,
    },
    app.clock.now().toISOString(),
  );
  return { conversation: fresh, fresh: true };
}
