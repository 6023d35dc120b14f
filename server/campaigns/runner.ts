/**
 * Carries campaigns out, in every process alike: begins those whose time has come, writes their audience into rows, and
 * keeps a few messages ahead in the queue of the number, no more than leave within a moment: whoever pauses, opts out or
 * answers is not behind thousands. The lane sends them, after what people and bots say.
 */

import { allows } from '../../contract/permissions.ts';
import { CAMPAIGN_LIMITS } from '../../contract/rules/campaigns.ts';
import { CONVERSATIONS_USED } from '../../contract/rules/plan-limits.ts';
import { campaignAfter } from '../../machines/campaign/moves.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { heldUntil } from '../billing/conversations.ts';
import { SPAM_TEXT } from '../channels/whatsapp/reasons.ts';
import { findConnection } from '../connections/connection-row.ts';
import { CAMPAIGN_PRIORITY } from '../inbox/outgoing.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { OneAtATime } from '../platform/jobs/one-at-a-time.ts';
import { Waker } from '../platform/jobs/waker.ts';
import { touch } from '../platform/realtime/touch.ts';
import { judge, pageOf } from './audience.ts';
import { type CampaignRow, campaignColumns, lockCampaign } from './campaign-row.ts';
import { expandPart, Unfit } from './expand.ts';
import { findTemplate } from './plan.ts';
import { sendOne } from './send-one.ts';
import { tellEnd } from './tell-end.ts';
import { allowanceOf } from './tier.ts';
import { withdraw } from './withdraw.ts';

/** Messages of campaigns that wait in a number's queue at once. */
const AHEAD = 24;
/** Between two looks while something runs. Milliseconds. */
const PACE = 200;

export class CampaignRunner {
  readonly #app: App;
  readonly #work = new OneAtATime(() => this.#round());
  readonly #waker: Waker;
  #stopping = false;
  #unsubscribe: () => void = () => undefined;

  constructor(app: App) {
    this.#app = app;
    this.#waker = new Waker({
      log: app.log,
      failed: 'Campaigns could not be carried out',
      look: async () => {
        await this.runDue();
        return this.#nextDue();
      },
    });
  }

  /** Begins to look for campaigns that have something to do. */
  begin(): void {
    this.#unsubscribe = this.#app.bus.subscribe('campaigns', () => this.#waker.wakeIn(0));
    this.#waker.start();
  }

  /** Begins nothing more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe();
    this.#waker.stop();
    await this.#work.ended();
  }

  /** One round over all campaigns. @returns how much was done: 0 where nothing can go on for now */
  runDue(): Promise<number> {
    return this.#work.run();
  }

  async #nextDue(): Promise<number | null> {
    const now = this.#app.clock.now();
    const [row] = await this.#app.db.query<{ running: boolean; due: string | null }>(sql`
      select bool_or(p.state = 'running' and (p.waits_until is null or p.waits_until <= ${now})) as running,
        min(p.starts_at) filter (where p.state = 'scheduled') as due
      from campaigns p join campaign_runs a on a.campaign_id = p.id where p.state in ('scheduled', 'running')`);
    if (row?.running) return PACE;
    return row?.due ? Date.parse(row.due) - now.getTime() : null;
  }

  async #round(): Promise<number> {
    const now = this.#app.clock.now();
    const live = await this.#app.db.query<CampaignRow>(sql`
      select ${campaignColumns} from campaigns p join campaign_runs b on b.campaign_id = p.id
      where p.state = 'running' or (p.state = 'scheduled' and p.starts_at <= ${now})
      order by coalesce(p.started_at, p.starts_at), p.id`);
    let done = 0;
    for (const row of live) {
      if (this.#stopping) break;
      try {
        done += row.state === 'scheduled' ? await this.#start(row) : await this.#goOn(row);
      } catch (error) {
        if (error instanceof Unfit) {
          await this.#hold(row.id, error.message);
          done += 1;
        } else this.#app.log.error({ err: error, campaign: row.id }, 'A campaign could not go on');
      }
    }
    return done;
  }

  /** Its time has come: it runs by the rights that its starter has now, with the template as it is now. */
  async #start(row: CampaignRow): Promise<number> {
    const { db, clock } = this.#app;
    const link = await findLink(db, row.run_by, row.bot_id);
    if (!link || !allows(link.role.permissions, 'whatsapp_api', 'send-wsp'))
      throw new Unfit('Quien la programó ya no puede enviar campañas. Reanúdala con tu cuenta.');
    await this.#requireTemplate(row);
    if (viewerOf(link).base !== 'administrador' && (await this.#isLarge(row)))
      throw new Unfit(
        `Tiene más de ${CAMPAIGN_LIMITS.free} destinatarios: debe reanudarla un administrador o propietario.`,
      );
    await db.transaction(async (tx) => {
      const locked = await lockCampaign(tx, row.id);
      if (!locked?.allowed || locked.state !== 'scheduled') return;
      await tx.query(sql`
        update campaigns set state = ${campaignAfter('scheduled', 'begin')}, reason = null, started_at = ${clock.now()}
        where id = ${row.id}`);
      touch(tx, this.#app, row.bot_id, [`campaign:${row.id}`]);
    });
    return 1;
  }

  async #isLarge(row: CampaignRow): Promise<boolean> {
    const link = await findLink(this.#app.db, row.run_by, row.bot_id);
    if (!link || row.connection_id === null) return false;
    const { botId, connectionId } = { botId: row.bot_id, connectionId: row.connection_id };
    const now = this.#app.clock.now();
    const walk = { botId, connectionId, viewer: viewerOf(link), audience: row.audience, now };
    const sent = { category: row.category, components: row.components ?? [], slots: row.slots };
    const reached = new Set<string>();
    for (let after = ''; reached.size <= CAMPAIGN_LIMITS.free; ) {
      const page = await pageOf(this.#app.db, walk, after, 500);
      for (const who of page) {
        const verdict = judge(who, sent);
        if (!('skip' in verdict)) reached.add(verdict.address);
      }
      const last = page.at(-1);
      if (!last || page.length < 500) break;
      after = last.subject;
    }
    return reached.size > CAMPAIGN_LIMITS.free;
  }

  async #goOn(row: CampaignRow): Promise<number> {
    if (row.connection_id === null) {
      await this.#end(row.id, 'cancel', 'El número por el que salía se quitó del chatbot.');
      return 1;
    }
    if (row.cursor !== null) {
      await expandPart(this.#app, row.id);
      return 1;
    }
    const [left] = await this.#app.db.query<{ waiting: boolean; queued: boolean }>(sql`
      select exists (select 1 from campaign_recipients r where r.campaign_id = ${row.id} and r.outcome = 'waiting') as waiting,
        exists (select 1 from campaign_recipients r where r.campaign_id = ${row.id} and r.outcome = 'queued') as queued`);
    if (left?.waiting) return this.#feed(row, row.connection_id);
    if (left?.queued) {
      if (await this.#isReported(row.id)) throw new Unfit(SPAM_TEXT);
      return 0;
    }
    await this.#end(row.id, 'finish', null);
    return 1;
  }

  /** Puts as many into the queue as may leave now. */
  async #feed(row: CampaignRow, connectionId: string): Promise<number> {
    const { db, clock } = this.#app;
    await this.#requireTemplate(row);
    if (await this.#isReported(row.id)) throw new Unfit(SPAM_TEXT);
    const now = clock.now();
    const connection = await findConnection(db, connectionId);
    const [lane] = await db.query<{ paused_until: string | null }>(sql`
      select l.paused_until from channel_lanes l where l.connection_id = ${connectionId}`);
    if (!connection || connection.paused || !lane || connection.health === 'needs_reconnect') {
      return this.#wait(row, 'El número no está enviando: revisa su conexión.', null);
    }
    if (lane.paused_until !== null && Date.parse(lane.paused_until) > now.getTime())
      return this.#wait(row, 'WhatsApp pide esperar.', lane.paused_until);
    const held = await heldUntil(db, this.#app, row.bot_id);
    if (held !== null) return this.#wait(row, CONVERSATIONS_USED, held.toISOString());
    const allowance = await allowanceOf(db, connection, now);
    if (allowance.left === 0)
      return this.#wait(
        row,
        `El número llegó a su límite de ${allowance.most} clientes nuevos en 24 horas.`,
        allowance.until,
      );
    if (row.waits_reason !== null) await this.#wait(row, null, null);
    const [queued] = await db.query<{ n: number }>(sql`
      select count(*)::int as n from channel_sends s
      where s.connection_id = ${connectionId} and s.state = 'waiting' and s.priority >= ${CAMPAIGN_PRIORITY}`);
    const room = Math.min(AHEAD - (queued?.n ?? 0), allowance.left);
    if (room <= 0) return 0;
    const next = await db.query<{ id: string }>(sql`
      select r.id from campaign_recipients r where r.campaign_id = ${row.id} and r.outcome = 'waiting'
      order by r.place limit ${room}`);
    for (const { id } of next) {
      if (this.#stopping) break;
      await sendOne(this.#app, row, id);
    }
    return next.length;
  }

  /** CA-3: approved, of the category that its starter saw, with the same parts. Throws `Unfit`. */
  async #requireTemplate(row: CampaignRow): Promise<void> {
    const { bot_id, connection_id, template_name: name, template_language: language } = row;
    const found =
      connection_id && (await findTemplate(this.#app.db, bot_id, connection_id, { name, language }));
    if (!found) throw new Unfit('La plantilla ya no existe en WhatsApp.');
    if (found.status !== 'APPROVED') throw new Unfit('WhatsApp dejó de aprobar la plantilla.');
    if (found.category !== row.category)
      throw new Unfit(
        `WhatsApp cambió la categoría de la plantilla a ${found.category}. Reanúdala si quieres enviarla así.`,
      );
    if (row.components && JSON.stringify(found.components) !== JSON.stringify(row.components))
      throw new Unfit('La plantilla cambió desde que se programó. Crea una campaña nueva con ella.');
  }

  /** Meta held the number back because people reported what it sends. */
  async #isReported(id: string): Promise<boolean> {
    const found = await this.#app.db.query(sql`
      select 1 from campaign_recipients r join channel_sends s on s.message_id = r.message_id
      where r.campaign_id = ${id} and r.outcome = 'queued' and s.state = 'waiting' and s.error ->> 'reason' = ${SPAM_TEXT}
      limit 1`);
    return found.length > 0;
  }

  /** Notes what it waits for; null: nothing any more. */
  async #wait(row: CampaignRow, reason: string | null, until: string | null): Promise<number> {
    if (row.waits_reason === reason && row.waits_until === until) return 0;
    await this.#app.db.transaction(async (tx) => {
      await tx.query(sql`
        update campaigns set waits_reason = ${reason}, waits_until = ${until}::timestamptz where id = ${row.id}`);
      touch(tx, this.#app, row.bot_id, [`campaign:${row.id}`]);
    });
    return 0;
  }

  /** It pauses by itself, and says why. */
  async #hold(id: string, reason: string): Promise<void> {
    await this.#end(id, 'pause', reason);
    await withdraw(this.#app, id);
  }

  async #end(id: string, event: 'pause' | 'finish' | 'cancel', reason: string | null): Promise<void> {
    await this.#app.db.transaction(async (tx) => {
      const row = await lockCampaign(tx, id);
      const after = row && campaignAfter(row.state, event);
      if (!row || !after || after === row.state) return;
      // Another process may have seen less: it is done when nobody waits any more.
      if (event === 'finish') {
        const left = await tx.query(sql`
          select 1 from campaign_recipients r where r.campaign_id = ${id} and r.outcome in ('waiting', 'queued') limit 1`);
        if (left.length > 0 || row.cursor !== null) return;
      }
      await tx.query(sql`
        update campaigns set state = ${after}, reason = ${reason}, waits_reason = null, waits_until = null,
          finished_at = ${after === 'paused' ? null : this.#app.clock.now()}
        where id = ${id}`);
      if (event === 'cancel')
        await tx.query(sql`
          update campaign_recipients set outcome = 'skipped', reason = ${reason}
          where campaign_id = ${id} and outcome = 'waiting'`);
      touch(tx, this.#app, row.bot_id, [`campaign:${id}`]);
      await tellEnd(tx, this.#app, row, after, reason);
    });
  }
}
