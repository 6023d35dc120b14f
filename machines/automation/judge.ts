/**
 * Whether a step of a case leaves now: each rule in its order, what it found and what it says. The first that says no
 * ends the case; the first that says wait puts it off, and all is judged anew then. Pure: preview and sending ask the
 * same.
 */
import type { QuietHours } from '../../contract/entities/automation.ts';
import {
  AUTOMATION_TIMES,
  type AutomationKind,
  type DecisionRule,
  type DecisionVerdict,
  isAsked,
} from '../../contract/rules/automations.ts';
import type { ClaimConfirmer } from '../../contract/rules/cart-claims.ts';
import { priceText } from '../../contract/rules/price-text.ts';
import { nextAllowed } from './quiet.ts';

export interface CaseFacts {
  kind: AutomationKind;
  now: number;
  zone: string;
  /** What is off stands still until it is turned on. */
  on: boolean;
  /** The number that it leaves by works. */
  number: boolean;
  /** The month's conversations of the plan are used up, until; null: they are not. */
  heldUntil: number | null;
  /** Null: it is approved, or the step says words. */
  templateFault: string | null;
  /** Asked a moment ago; null: the shop did not answer. */
  cart: { there: boolean; bought: boolean } | null;
  /** Of a cart that a page claims: who confirms it; null: the shop keeps its carts itself. */
  confirmed: ClaimConfirmer | null;
  /** The same buyer bought since, by another cart or browser: the order's number. */
  boughtSince: string | null;
  /** Since when it is left; of a further step, since when it should have left. */
  changedAt: number;
  link: boolean;
  /** In whole units of the smallest coin, as the minimum. */
  total: number | null;
  minimum: number;
  /** Of the cart; '': the shop says none, and it is Chile's. */
  currency: string;
  /** Null: nobody of the clients, or nobody with a number. */
  address: string | null;
  consent: 'ok' | 'missing' | 'denied' | 'blocked';
  /** A person has their conversation, or is awaited. */
  attended: boolean;
  /** The customer wrote since the cart was left, or since our last message. */
  repliedAt: number | null;
  /** The same cart was written about, as another case, at. */
  cartWrittenAt: number | null;
  /** The same things to the same number, by another case, at. */
  itemsWrittenAt: number | null;
  /** Anything that no person wrote, at. */
  lastUnasked: number | null;
  cooldownHours: number;
  quiet: QuietHours;
  /** A value of the template is missing; its place. */
  emptySlot: string | null;
  /** It says words and not a template: WhatsApp takes them while the customer's 24 hours last. */
  wordsTooLate: boolean;
}

export interface Decision {
  rule: DecisionRule;
  value: string;
  verdict: DecisionVerdict;
}
export type Outcome =
  | { do: 'send' }
  | { do: 'defer'; until: number; rule: DecisionRule }
  | { do: 'suppress' | 'lapse' | 'buy' | 'reply'; rule: DecisionRule };

const HOUR = 3_600_000;
/** A shop that does not answer is asked again so much later. */
const SHOP_AGAIN = 15 * 60_000;

/** Judges. @returns every line up to the one that decides, and what comes of it */
export function judgeCase(facts: CaseFacts): { decisions: Decision[]; outcome: Outcome } {
  const decisions: Decision[] = [];
  for (const check of CHECKS) {
    const line = check(facts);
    if (line === null || !isAsked(line[0], facts.kind)) continue;
    const [rule, value, found] = line;
    const verdict = found === null ? 'ok' : found.do === 'defer' ? 'wait' : 'no';
    decisions.push({ rule, value, verdict });
    if (found !== null) return { decisions, outcome: found };
  }
  return { decisions, outcome: { do: 'send' } };
}

/** Null: there is nothing to judge. */
type Check = (facts: CaseFacts) => [DecisionRule, string, Outcome | null] | null;
const ends = (rule: DecisionRule, what: 'suppress' | 'lapse' | 'buy' | 'reply' = 'suppress'): Outcome => ({
  do: what,
  rule,
});
const ago = (now: number, at: number): string => {
  const minutes = Math.max(0, Math.round((now - at) / 60_000));
  if (minutes < 120) return `hace ${minutes} min`;
  return minutes < 48 * 60 ? `hace ${Math.round(minutes / 60)} h` : `hace ${Math.round(minutes / 1440)} días`;
};
/** '$ 29.990, mínimo $ 30.000' */
function amountsText(total: number | null, minimum: number, currency: string): string {
  if (total === null) return 'sin total';
  const least = minimum === 0 ? 'sin mínimo' : `mínimo ${priceText(minimum, currency)}`;
  return `${priceText(total, currency)}, ${least}`;
}
const CONSENT = { ok: 'lo dio', missing: 'falta', denied: 'lo negó', blocked: 'bloqueado' } as const;

const CONFIRMED: Record<ClaimConfirmer, string> = {
  shop: 'la tienda lo tiene en su caja',
  identity: 'quien lo dejó conversa desde su WhatsApp',
};

const CHECKS: readonly Check[] = [
  (f) => ['on', f.on ? 'sí' : 'no', f.on ? null : { do: 'defer', until: f.now, rule: 'on' }],
  ({ now, changedAt }) => [
    'age',
    ago(now, changedAt),
    now - changedAt > AUTOMATION_TIMES.tooOld ? ends('age', 'lapse') : null,
  ],
  ({ cart, now }) => [
    'shop',
    cart === null ? 'no respondió' : cart.there ? 'respondió' : 'ya no está así',
    cart === null
      ? { do: 'defer', until: now + SHOP_AGAIN, rule: 'shop' }
      : cart.there
        ? null
        : ends('shop', 'lapse'),
  ],
  // What nobody confirms never gets as far as this: the line says by whom it was.
  ({ confirmed }) => (confirmed === null ? null : ['confirmed', CONFIRMED[confirmed], null]),
  ({ cart, boughtSince }) => [
    'bought',
    boughtSince === null ? (cart?.bought ? 'ya está pagado' : 'no compró') : `pedido ${boughtSince}`,
    cart?.bought || boughtSince !== null ? ends('bought', 'buy') : null,
  ],
  (f) => ['link', f.link ? 'sí' : 'la tienda no da uno', f.link ? null : ends('link')],
  ({ total, minimum, currency }) => [
    'minimum',
    amountsText(total, minimum, currency || 'CLP'),
    total !== null && total >= minimum ? null : minimum === 0 && total === null ? null : ends('minimum'),
  ],
  (f) => ['phone', f.address === null ? 'sin número' : 'sí', f.address === null ? ends('phone') : null],
  (f) => ['consent', CONSENT[f.consent], f.consent === 'ok' ? null : ends('consent')],
  (f) => [
    'attended',
    f.attended ? 'alguien del equipo lo atiende' : 'nadie',
    f.attended ? ends('attended') : null,
  ],
  ({ repliedAt, now }) => [
    'replied',
    repliedAt === null ? 'no respondió' : `escribió ${ago(now, repliedAt)}`,
    repliedAt === null ? null : ends('replied', 'reply'),
  ],
  ({ cartWrittenAt, now }) => [
    'once',
    cartWrittenAt === null ? 'primera vez' : `ya se escribió ${ago(now, cartWrittenAt)}`,
    cartWrittenAt !== null && now - cartWrittenAt < AUTOMATION_TIMES.sameCart ? ends('once') : null,
  ],
  ({ itemsWrittenAt, now }) => [
    'items',
    itemsWrittenAt === null ? 'distintos' : `los mismos ${ago(now, itemsWrittenAt)}`,
    itemsWrittenAt !== null && now - itemsWrittenAt < AUTOMATION_TIMES.sameItems ? ends('items') : null,
  ],
  (f) => [
    'number',
    f.number ? 'funciona' : 'hay que reconectarlo',
    f.number ? null : { do: 'defer', until: f.now + HOUR, rule: 'number' },
  ],
  // A larger plan may be bought any time: looked at again within the hour.
  ({ heldUntil, now }) => [
    'plan',
    heldUntil === null ? 'quedan' : 'se usaron todas las de este mes',
    heldUntil === null ? null : { do: 'defer', until: Math.min(heldUntil, now + HOUR), rule: 'plan' },
  ],
  ({ templateFault, now }) => [
    'template',
    templateFault ?? 'sí',
    templateFault === null ? null : { do: 'defer', until: now + HOUR, rule: 'template' },
  ],
  (f) => ['slots', f.emptySlot ?? 'completos', f.emptySlot === null ? null : ends('slots')],
  (f) => [
    'window',
    f.wordsTooLate ? 'ya pasaron: falta una plantilla' : 'sí',
    f.wordsTooLate ? ends('window') : null,
  ],
  ({ lastUnasked, cooldownHours, now }) => {
    const until = lastUnasked === null ? 0 : lastUnasked + cooldownHours * HOUR;
    return [
      'cooldown',
      lastUnasked === null
        ? 'ningún mensaje antes'
        : `último ${ago(now, lastUnasked)}, pausa de ${cooldownHours} h`,
      until > now ? { do: 'defer', until, rule: 'cooldown' } : null,
    ];
  },
  ({ now, quiet, zone }) => {
    const next = nextAllowed(now, quiet, zone);
    return [
      'quiet',
      next > now ? `silencio de ${quiet.from} a ${quiet.to}${quiet.sunday ? ' y domingos' : ''}` : 'sí',
      next > now ? { do: 'defer', until: next, rule: 'quiet' } : null,
    ];
  },
];
