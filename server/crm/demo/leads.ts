/** The clients of the demo: who they are, by chance. They come with the conversations that they began (server/inbox/demo). */
import type { Queryable } from '../../platform/database/database.ts';
import { insertRows } from '../../platform/demo/insert-rows.ts';
import type { Chance } from '../../platform/demo/random.ts';
import { identitiesOf } from '../identities.ts';
import { FIRST_NAMES, LAST_NAMES } from './names.ts';

export interface DemoLead {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  rut: string | null;
  tags: string[];
  city?: string | null;
  /** Of the bot's own fields. */
  fields?: Record<string, string>;
  created_at: string;
}

const DAY = 24 * 60 * 60_000;

/** The mod-11 check digit that makes a RUT real. */
function rutOf(body: number): string {
  let sum = 0;
  let factor = 2;
  for (const digit of [...String(body)].reverse()) {
    sum += Number(digit) * factor;
    factor = factor === 7 ? 2 : factor + 1;
  }
  const rest = 11 - (sum % 11);
  return `${body}-${rest === 11 ? '0' : rest === 10 ? 'K' : rest}`;
}

/** Clients with a chance of each detail. @param ids makes ids that sort by time of making */
export function demoLeads(random: Chance, count: number, now: number, ids: () => string): DemoLead[] {
  return Array.from({ length: count }, () => {
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
    const plain = `${first}.${last}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return {
      id: ids(),
      name: `${first} ${last}`,
      email: random.happens(0.8) ? `${plain}${random.between(1, 99)}@correo.test` : null,
      phone: random.happens(0.75) ? `+569${random.between(30_000_000, 99_999_999)}` : null,
      rut: random.happens(0.4) ? rutOf(random.between(6_000_000, 24_999_999)) : null,
      tags: random.happens(0.2) ? [random.pick(['frecuente', 'mayorista', 'nuevo'])] : [],
      created_at: new Date(now - random.between(0, 60 * DAY)).toISOString(),
    };
  });
}

/** Writes them to a bot, with what they are known by. */
export async function insertDemoLeads(
  db: Queryable,
  botId: number,
  leads: readonly DemoLead[],
): Promise<void> {
  const ofBot = <R extends object>(rows: readonly R[]) => rows.map((row) => ({ ...row, bot_id: botId }));
  const whole = leads.map((lead) => ({ city: null, fields: {}, ...lead }));
  await insertRows(db, 'leads', LEAD_TYPES, ofBot(whole));
  await insertRows(db, 'lead_identities', IDENTITY_TYPES, ofBot(identitiesIn(leads)));
}

/** What the clients are known by: the first who comes has it. */
function identitiesIn(leads: readonly DemoLead[]): object[] {
  const found = new Map<string, object>();
  for (const lead of leads) {
    for (const { kind, value } of identitiesOf(lead)) {
      const key = `${kind} ${value}`;
      if (!found.has(key))
        found.set(key, { kind, value, lead_id: lead.id, trust: 'known', created_at: lead.created_at });
    }
  }
  return [...found.values()];
}

const IDENTITY_TYPES = {
  bot_id: 'integer',
  kind: 'text',
  value: 'text',
  lead_id: 'text',
  trust: 'text',
  created_at: 'timestamptz',
};
const LEAD_TYPES = {
  id: 'text',
  bot_id: 'integer',
  name: 'text',
  email: 'text',
  phone: 'text',
  rut: 'text',
  tags: 'jsonb',
  city: 'text',
  fields: 'jsonb',
  created_at: 'timestamptz',
};
