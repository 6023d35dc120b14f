/** Writes a campaign's audience into recipients, a part in a transaction: memory stays flat, and a kill loses nothing. */
import { SKIP_TEXTS } from '../../contract/rules/campaigns.ts';
import { findLink, viewerOf } from '../access/links.ts';
import type { App } from '../platform/app.ts';
import { json, sql } from '../platform/database/database.ts';
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
      const addresses = judged.flatMap(({ verdict }) => ('skip' in verdict ? [] : [verdict.address]));
      const known = await tx.query<{ address: string | null }>(sql`
        select r.address from campaign_recipients r
        where r.campaign_id = ${id} and r.address = any(${addresses}::text[])`);
      const reached = new Set(known.flatMap(({ address }) => address ?? []));
      const rows = judged.map(({ who, verdict }, at) => {
        const twice = !('skip' in verdict) && reached.has(verdict.address);
        const skip = 'skip' in verdict ? verdict.skip : twice ? 'same_phone' : null;
        const address = 'skip' in verdict || twice ? null : verdict.address;
        if (address !== null) reached.add(address);
        const place = row.next_place + at;
        return {
          id: `${id}.${place}`,
          place,
          subject: who.subject,
          lead_id: who.lead_id,
          address,
          line: who.line,
          outcome: skip === null ? 'waiting' : 'skipped',
          reason: skip === null ? null : SKIP_TEXTS[skip],
        };
      });
      if (rows.length > 0) {
        await tx.query(sql`
          insert into campaign_recipients (id, campaign_id, place, subject, lead_id, address, line, outcome, reason)
          select r.id, ${id}, r.place, r.subject, r.lead_id, r.address, r.line, r.outcome, r.reason
          from jsonb_to_recordset(${json(rows)}) as r(
            id text, place int, subject text, lead_id text, address text, line int, outcome text, reason text)`);
      }
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
