/** What a rule would do now: the shops are asked, each cart is judged as it would be, nobody is written to. */
import type { AutomationPreview, AutomationRule } from '../../contract/entities/automation.ts';
import { connectionAdvice } from '../../contract/entities/connection-faults.ts';
import type { AutomationKind, DecisionRule } from '../../contract/rules/automations.ts';
import { readPhone } from '../../contract/rules/phone.ts';
import { emptySlot, templateWords } from '../../contract/rules/template-slots.ts';
import { judgeCase } from '../../machines/automation/judge.ts';
import { heldUntil } from '../billing/conversations.ts';
import { zoneOf } from '../calendar/calendar.ts';
import { candidateOf } from '../campaigns/audience.ts';
import { findTemplate } from '../campaigns/plan.ts';
import { ConnectionFault } from '../connections/provider.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import type { ShopReaders } from '../shops/port.ts';
import { unconfirmed } from './claims/list-claims.ts';
import { fillStep, fillText } from './fill-slots.ts';
import { changedAt, itemsHash, itemsText, leadOf } from './find-carts.ts';
import { firstStep, type LeftCart } from './left-carts.ts';
import { numberOf } from './rule-row.ts';
import { leftAt, readableShops } from './shop-now.ts';
import { consentOf, hasWindow, isMarketing, writtenTo } from './written-before.ts';

const DAY = 24 * 60 * 60_000;
/** So many are judged one by one; a shop with more is told by its first. */
const MOST = 1_000;
const SAMPLES = 3;

/** Throws rule: a shop does not answer, with what to do about it. */
export async function previewRule(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
  rule: AutomationRule,
): Promise<AutomationPreview> {
  const now = app.clock.now();
  const number = await numberOf(app.db, botId, rule.connection_id);
  if (rule.connection_id && number?.id !== rule.connection_id) throw new Refused('not_found');
  const zone = await zoneOf(app.db, botId, now);
  const held = (await heldUntil(app.db, app, botId))?.getTime() ?? null;
  const reasons = new Map<DecisionRule, number>();
  const preview: AutomationPreview = { total: 0, with_phone: 0, would_send: 0, reasons: [], samples: [] };
  for (const { shop, cart } of await openCarts(app, readers, botId, kind, now)) {
    const step = firstStep(rule, cart);
    if (step === null) continue;
    preview.total += 1;
    const template =
      number && step.template ? await findTemplate(app.db, botId, number.id, step.template) : null;
    const leadId = cart.lead_id ?? (await leadOf(app.db, botId, cart));
    const who =
      number && leadId ? await candidateOf(app.db, number.id, { leadId, file: null, line: null, now }) : null;
    const reachable = who !== null && !(who.contact === null && who.taken);
    const address = reachable ? (who.contact ?? readPhone(who.phone ?? '')?.slice(1) ?? null) : null;
    if (address !== null || cart.phone !== null) preview.with_phone += 1;
    const words = {
      name: who?.name ?? cart.name,
      items: itemsText(cart),
      total: cart.total,
      currency: cart.currency,
      link: cart.restore_url,
      order_number: cart.number ?? null,
      carrier: cart.carrier ?? null,
    };
    const filled = fillStep(step, words);
    const written = await writtenTo(app.db, {
      botId,
      shopId: shop,
      subject: cart.external_id,
      caseId: '',
      address,
      hash: itemsHash(cart),
    });
    const { outcome } = judgeCase({
      kind,
      now: now.getTime(),
      zone,
      on: true,
      number: number?.works ?? false,
      heldUntil: held,
      templateFault: step.template && template?.status !== 'APPROVED' ? 'no está aprobada' : null,
      cart: { there: true, bought: false },
      confirmed: cart.confirmed ?? null,
      boughtSince: null,
      changedAt: changedAt(cart, now).getTime(),
      link: cart.restore_url !== null,
      total: cart.total,
      minimum: rule.minimum,
      currency: cart.currency,
      address,
      consent:
        who === null ? 'missing' : who.blocked ? 'blocked' : consentOf(who, isMarketing(kind, template)),
      attended: leadId !== null && (await isAttended(app, leadId)),
      wordsTooLate: !step.template && !(await hasWindow(app.db, number?.id ?? '', address, now)),
      repliedAt: null,
      ...written,
      cooldownHours: rule.cooldown_hours,
      quiet: rule.quiet,
      emptySlot: template && emptySlot(template.components, filled) ? 'falta un dato' : null,
    });
    // What only waits for its hour would leave today all the same; what waits for somebody to mend something may not.
    const ends = outcome.do === 'defer' && (outcome.rule === 'quiet' || outcome.rule === 'cooldown');
    const today = ends && outcome.until - now.getTime() < DAY;
    if (outcome.do === 'send' || today) {
      preview.would_send += 1;
      if (preview.samples.length < SAMPLES) {
        const text = template ? templateWords(template.components, filled) : fillText(step.text ?? '', words);
        preview.samples.push({ customer: words.name, text });
      }
    } else reasons.set(outcome.rule, (reasons.get(outcome.rule) ?? 0) + 1);
  }
  if (kind === 'carro-abandonado') {
    const open = await unconfirmed(app.db, botId, new Date(now.getTime() - DAY));
    preview.total += open;
    if (open > 0) reasons.set('confirmed', open);
  }
  preview.reasons = [...reasons].map(([name, n]) => ({ rule: name, n })).toSorted((a, b) => b.n - a.n);
  return preview;
}

async function openCarts(
  app: App,
  readers: ShopReaders,
  botId: number,
  kind: AutomationKind,
  now: Date,
): Promise<{ shop: string; cart: LeftCart }[]> {
  const found: { shop: string; cart: LeftCart }[] = [];
  for (const shop of await readableShops(app, readers, botId, kind)) {
    try {
      const carts = await leftAt(app, shop, { since: new Date(now.getTime() - DAY), until: now });
      for (const cart of carts) {
        if (cart.completed_at === null && cart.lines.length > 0) found.push({ shop: shop.row.id, cart });
      }
    } catch (error) {
      if (!(error instanceof ConnectionFault)) throw error;
      throw new Refused('rule', {
        message: connectionAdvice(shop.row.provider, error.kind),
        details: { kind: error.kind },
      });
    }
  }
  return found.slice(0, MOST);
}

async function isAttended(app: App, leadId: string): Promise<boolean> {
  const rows = await app.db.query(sql`
    select 1 from conversations c where c.lead_id = ${leadId} and c.state in ('taken', 'pending') limit 1`);
  return rows.length > 0;
}
