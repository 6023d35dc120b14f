/** Writes a campaign's audience into recipients, a part in a transaction: memory stays flat, and a kill loses nothing. */
import { SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import { findLink, viewerOf } from '../access/links.ts';
import type { App } from '../platform/app.ts';
import { json, sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { touch } from '../platform/realtime/touch.ts';
import { judge, pageOf } from './audience.ts';
import { type CampaignRow, campaignColumns } from './campaign-row.ts';

/** Rows of a part: small, because the embedded engine has one connection for everybody. */
const PART = 250;

/** Why it can't go on by itself. */
export class Unfit extends Error {
  override name = 'Unfit';
}

/** Writes the next part. @returns whether there is more. Throws `Unfit` */
export async function expandPart(app: App, id: string): Promise<boolean> {
  return app.db.transaction(
    async (tx) => {
      const [row] = await tx.query<CampaignRow>(sql`
        select ${campaignColumns} from campaigns p
        where p.id = ${id} and p.state = 'running' for no key update of p skip locked`);
      if (!row || row.cursor === null || row.connection_id === null || !row.allowed) return false;
      const link = await findLink(tx, row.run_by, row.bot_id);
      if (!link) throw new Unfit('Quien la envía ya no está en el chatbot. Reanúdala con tu cuenta.');
      const walk = {
        botId: row.bot_id,
        connectionId: row.connection_id,
        viewer: viewerOf(link),
        audience: row.audience,
        now: new Date(row.started_at ?? row.created_at),
      };
      let page: Awaited<ReturnType<typeof pageOf>>;
      try {
        page = await pageOf(tx, walk, row.cursor, PART);
      } catch (error) {
        if (error instanceof Refused) throw new Unfit(error.message);
        throw error;
      }
      const sent = { category: row.category, components: row.components ?? [], slots: row.slots };
      const judged = page.map((who) => ({ who, verdict: judge(who, sent) }));
      const rows = judged.map(({ who, verdict }, at) => {
        const place = row.next_place + at;
        return {
          id: `${id}.${place}`,
          place,
          subject: who.subject,
          lead_id: who.lead_id,
          address: 'skip' in verdict ? null : verdict.address,
          line: who.line,
          outcome: 'skip' in verdict ? 'skipped' : 'waiting',
          reason: 'skip' in verdict ? SKIP_TEXTS[verdict.skip] : null,
        };
      });
      const inserted = new Set(await insert(tx, id, rows));
      // Somebody before them has the number: the index says so, however many there are.
      const twins = rows.filter((one) => !inserted.has(one.id));
      const reason = SKIP_TEXTS.same_phone;
      await insert(
        tx,
        id,
        twins.map((one) => ({ ...one, address: null, outcome: 'skipped', reason })),
      );
      const more = page.length === PART;
      await tx.query(sql`
        update campaigns set next_place = ${row.next_place + rows.length},
          cursor = ${more ? (page.at(-1)?.subject ?? null) : null}
        where id = ${id}`);
      touch(tx, app, row.bot_id, [`campaign:${id}`]);
      return more;
    },
    { retries: 3 },
  );
}

interface NewRecipient {
  id: string;
  place: number;
  subject: string;
  lead_id: string | null;
  address: string | null;
  line: number | null;
  outcome: string;
  reason: string | null;
}

/** @returns the ids of those whose number nobody of the campaign has */
async function insert(tx: Transaction, id: string, rows: readonly NewRecipient[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await tx.query<{ id: string }>(sql`
    insert into campaign_recipients (id, campaign_id, place, subject, lead_id, address, line, outcome, reason)
    select r.id, ${id}, r.place, r.subject, r.lead_id, r.address, r.line, r.outcome, r.reason
    from jsonb_to_recordset(${json(rows)}) as r(
      id text, place int, subject text, lead_id text, address text, line int, outcome text, reason text)
    order by r.place
    on conflict (campaign_id, address) where address is not null do nothing
    returning id`);
  return inserted.map((row) => row.id);
}
