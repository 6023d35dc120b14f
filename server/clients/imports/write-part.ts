/**
 * One part of a file, in one transaction with the place that comes next: a process that dies leaves whole parts behind
 * it, and the next one goes on after them. A check decides with the same code and writes no client.
 */
import type { ImportReport } from '../../../contract/calls/imports.ts';
import { CONSENT_PURPOSES } from '../../../contract/entities/lead.ts';
import type { OwnKinds } from '../../../contract/entities/lead-filter.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Actor } from '../../../contract/realtime/events.ts';
import { settleModel } from '../../../contract/rules/catalogue-fields.ts';
import { writeLead } from '../../crm/change-lead.ts';
import { addConsent } from '../../crm/consents.ts';
import { formsOf, type Identity, leadsNamed } from '../../crm/identities.ts';
import { leadName } from '../../crm/lead-name.ts';
import { type LeadRow, leadColumns, NOTHING_KNOWN } from '../../crm/lead-row.ts';
import { tellLeadCards } from '../../inbox/tell-lead-cards.ts';
import type { App } from '../../platform/app.ts';
import { json, sql, type Transaction } from '../../platform/database/database.ts';
import type { ImportRow } from './import-row.ts';
import { type ReadRow, type RowFields, type RowOrder, readRow, type StoredRow } from './read-row.ts';

export type Outcome =
  | { kind: 'refused'; reason: string }
  | { kind: 'duplicate' }
  | { kind: 'created'; fields: RowFields }
  | { kind: 'updated'; fields: RowFields; before: LeadRow; after: LeadRow }
  | { kind: 'unchanged' };

const TWO = 'Coincide con dos clientes.';
const keyText = ({ kind, value }: Identity) => `${kind} ${value}`;

/** A client with what a row says of it; tags and areas are added, nothing is emptied. */
function withRow(lead: LeadRow, row: RowFields, own: OwnKinds): LeadRow {
  const { fields, tags, areas, consents: _, ...more } = row;
  const held = { ...lead.fields, ...fields };
  return {
    ...lead,
    ...more,
    tags: [...new Set([...lead.tags, ...(tags ?? [])])].slice(0, LIMITS.tags),
    areas: [...new Set([...lead.areas, ...(areas ?? [])])],
    // A row's own model and brand belong together; what the client had may not.
    fields: settleModel(own['modelo']?.catalogue, lead.fields, held) ?? held,
  };
}

/** Whether the row would say something new of a client's consents. */
const saysNew = (lead: LeadRow, { consents }: RowFields): boolean =>
  CONSENT_PURPOSES.some((purpose) => consents[purpose] && consents[purpose] !== lead[`consent_${purpose}`]);

const sorted = (fields: LeadRow['fields']) => Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
const comparable = ({ name, email, phone, rut, city, notes, tags, areas, fields }: LeadRow) =>
  JSON.stringify([name, email, phone, rut, city, notes, tags, areas, sorted(fields)]);

/** Which keys rows before this part had. Notes those of this part. */
async function noteKeys(tx: Transaction, importId: string, keys: readonly string[]): Promise<Set<string>> {
  const fresh = await tx.query<{ key: string }>(sql`
    insert into lead_import_keys (import_id, key)
    select distinct ${importId}, k from unnest(${[...keys]}::text[]) as k
    on conflict do nothing returning key`);
  const isFresh = new Set(fresh.map(({ key }) => key));
  return new Set(keys.filter((key) => !isFresh.has(key)));
}

/** What becomes of each row, in their order. */
async function decide(
  tx: Transaction,
  importRow: ImportRow,
  own: OwnKinds,
  rows: readonly ReadRow[],
): Promise<Outcome[]> {
  const good = rows.flatMap((row) => (row.ok ? [row] : []));
  const before = await noteKeys(tx, importRow.id, [
    ...new Set(good.flatMap(({ keys }) => keys.map(keyText))),
  ]);
  const found = await leadsNamed(
    tx,
    importRow.bot_id,
    good.flatMap(({ keys }) => keys),
  );
  const leadOf = new Map(found.map((one) => [keyText(one), one.lead_id]));
  const ids = [...new Set(leadOf.values())];
  const leads = new Map(
    (
      await tx.query<LeadRow>(sql`
        select ${leadColumns} from leads where id = any(${ids}::text[]) order by id for no key update`)
    ).map((lead) => [lead.id, lead]),
  );
  const here = new Set<string>();
  return rows.map((row): Outcome => {
    if (!row.ok) return { kind: 'refused', reason: row.reason };
    const keys = row.keys.map(keyText);
    const named = [
      ...new Set(
        row.keys.flatMap((key) =>
          formsOf(key).flatMap((value) => leadOf.get(keyText({ ...key, value })) ?? []),
        ),
      ),
    ];
    if (named.length > 1) return { kind: 'refused', reason: TWO };
    if (keys.some((key) => before.has(key) || here.has(key))) return { kind: 'duplicate' };
    for (const key of keys) here.add(key);
    const lead = named[0] === undefined ? undefined : leads.get(named[0]);
    if (!lead) return { kind: 'created', fields: row.fields };
    const after = withRow(lead, row.fields, own);
    const same = comparable(lead) === comparable(after) && !saysNew(lead, row.fields);
    // Two rows of the file may name one client by different keys.
    leads.set(lead.id, after);
    return same ? { kind: 'unchanged' } : { kind: 'updated', fields: row.fields, before: lead, after };
  });
}

function madeOf(app: App, importRow: ImportRow, fields: RowFields, own: OwnKinds): LeadRow {
  return withRow(
    {
      id: app.ids(),
      bot_id: importRow.bot_id,
      ...NOTHING_KNOWN,
      blocked_at: null,
      consent_marketing: 'unknown',
      consent_service: 'unknown',
      possible_duplicate_of: null,
      created_at: app.clock.now().toISOString(),
    },
    fields,
    own,
  );
}

async function say(
  tx: Transaction,
  app: App,
  importRow: ImportRow,
  lead: LeadRow,
  fields: RowFields,
): Promise<void> {
  for (const purpose of CONSENT_PURPOSES) {
    const state = fields.consents[purpose];
    if (!state || !importRow.consent || state === lead[`consent_${purpose}`]) continue;
    await addConsent(tx, app, {
      botId: lead.bot_id,
      leadId: lead.id,
      userId: importRow.user_id,
      purpose,
      state,
      channel: null,
      source: importRow.consent.source,
      importId: importRow.id,
    });
  }
}

const blank = (row: LeadRow): LeadRow => ({ ...row, email: null, phone: null, rut: null });

async function write(
  tx: Transaction,
  app: App,
  importRow: ImportRow,
  own: OwnKinds,
  outcomes: readonly Outcome[],
): Promise<void> {
  const actor: Actor = { kind: 'agent', id: importRow.user_id, name: importRow.user_name ?? '' };
  const renamed: LeadRow[] = [];
  const changes: { lead_id: string; before: LeadRow | null; after: LeadRow }[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === 'created') {
      const lead = madeOf(app, importRow, outcome.fields, own);
      await tx.query(sql`
        insert into leads (id, bot_id, created_at, import_id)
        values (${lead.id}, ${lead.bot_id}, ${lead.created_at}, ${importRow.id})`);
      await writeLead(tx, app, blank(lead), lead, 'known', true);
      await say(tx, app, importRow, lead, outcome.fields);
      changes.push({ lead_id: lead.id, before: null, after: lead });
    } else if (outcome.kind === 'updated') {
      const { before, after } = outcome;
      await writeLead(tx, app, before, after, 'known');
      await say(tx, app, importRow, before, outcome.fields);
      if (leadName(before) !== leadName(after)) renamed.push(after);
      changes.push({ lead_id: after.id, before, after });
    }
  }
  await tx.query(sql`
    insert into lead_import_changes (import_id, lead_id, before, after)
    select ${importRow.id}, c.lead_id, c.before, c.after
    from jsonb_to_recordset(${json(changes)}) as c (lead_id text, before jsonb, after jsonb)
    on conflict (import_id, lead_id) do update set after = excluded.after`);
  // They append events: after all else.
  for (const lead of renamed) await tellLeadCards(tx, app, lead, actor);
}

/** Decides, writes what is to be written, and counts. */
export async function workPart(
  tx: Transaction,
  app: App,
  importRow: ImportRow,
  order: RowOrder,
  rows: readonly StoredRow[],
  writes: boolean,
): Promise<ImportReport> {
  const outcomes = await decide(
    tx,
    importRow,
    order.own,
    rows.map((row) => readRow(row, order)),
  );
  const report: ImportReport = { created: 0, updated: 0, unchanged: 0, duplicate: 0, refused: 0 };
  const refused: { line: number; cells: string[]; reason: string }[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    report[outcome.kind] += 1;
    const row = rows[at];
    if (outcome.kind === 'refused' && row) {
      const [line, ...cells] = row;
      refused.push({ line, cells, reason: outcome.reason });
    }
  }
  await tx.query(sql`
    insert into lead_import_refused (import_id, line, cells, reason)
    select ${importRow.id}, r.line, r.cells, r.reason
    from jsonb_to_recordset(${json(refused)}) as r (line integer, cells jsonb, reason text) on conflict do nothing`);
  if (writes) await write(tx, app, importRow, order.own, outcomes);
  return report;
}
