/**
 * Whether a push is sent: to nobody who is looking, who wants quiet, who has read it meanwhile or may not see it any
 * more. Who looks is known by the presence leases (docs/protocol.md 'Presence'): a live socket renews its lease every quarter
 * of its life, one that died lets it run out.
 *
 *   no live lease ──────────────────────────────▶ send
 *   a live lease ──▶ look again after a renewal ──▶ renewed: a tab has told it
 *                                               └─▶ not renewed: look again when it ends
 */

import { isQuiet } from '../../../contract/notice-settings.ts';
import { allows } from '../../../contract/permissions.ts';
import type { PushPayload } from '../../../contract/push.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../../access/links.ts';
import type { App } from '../../platform/app.ts';
import { sql, type Transaction } from '../../platform/database/database.ts';
import { seenBy } from '../sight/seen.ts';
import { type Announcement, announcement, DECIDE } from './announce.ts';
import { noticesOf } from './notice-settings.ts';
import { schedulePush } from './send.ts';
import { targetsOf } from './subscribers.ts';

/** Nobody wants to hear in the evening what happened in the morning. Milliseconds. */
export const OLDEST = 4 * 60 * 60 * 1000;
/** A lease is renewed at a quarter of its life; a little more, and a living one has been. */
const RENEWED_BY = SERVER_LIMITS.presenceLease / 4 + 5_000;

/** Registers the job. */
export function registerDecide(app: App): void {
  app.jobs.handle(DECIDE, async (tx, job) => {
    const said = announcement.parse(job.payload);
    const now = app.clock.now();
    if (now.getTime() - Date.parse(said.at) > OLDEST) return;
    if (!(await isStillTrue(app, tx, said))) return;
    const settings = await noticesOf(tx, said.userId);
    if (!settings.ways[said.kind].push || isQuiet(settings, now.getTime())) return;
    const lease = await leaseOf(tx, said.userId, now);
    if (lease !== null) {
      const known = said.leasedUntil;
      if (known && lease > known) return;
      const ends = Date.parse(lease) + 1;
      // One that ends before it could be renewed is a page that has taken its leave.
      const runAt = new Date(known ? ends : Math.min(ends, now.getTime() + RENEWED_BY));
      await app.jobs.schedule(tx, {
        kind: DECIDE,
        key: job.key,
        runAt,
        payload: { ...said, leasedUntil: lease },
      });
      return;
    }
    const payload: PushPayload = {
      title: said.title,
      body: settings.show_text ? said.text : said.plain,
      url: said.url,
      tag: said.tag,
      type: said.type,
      bot_id: said.botId,
      event_id: said.eventId,
    };
    for (const { sid } of await targetsOf(tx, said.userId, now)) {
      await schedulePush(tx, app, sid, payload, said.at);
    }
  });
}

/** Until when somebody's longest lease lasts, at whatever bot; null: no tab of theirs is connected. */
async function leaseOf(tx: Transaction, userId: number, now: Date): Promise<string | null> {
  const [row] = await tx.query<{ until: string | null }>(sql`
    select max(expires_at) as until from presence_leases where user_id = ${userId} and expires_at > ${now}`);
  return row?.until ?? null;
}

interface Facts {
  state: ConversationState;
  category: Area | null;
  agent_id: number | null;
  waiting: boolean;
  /** The deadline of its answer is near, or has passed. */
  owed: boolean;
}

/** It still concerns this person, who still works there. */
async function isStillTrue(app: Pick<App, 'config'>, tx: Transaction, said: Announcement): Promise<boolean> {
  const link = await findLink(tx, said.userId, said.botId);
  if (!link || link.second_factor_due) return false;
  if (said.notificationId !== null) {
    const [row] = await tx.query<{ read: boolean; archived: boolean }>(
      sql`select n.read, n.archived from notifications n
        where n.id = ${said.notificationId} and ${await seenBy(app, tx, said.userId)}`,
    );
    if (!row || row.read || row.archived) return false;
  }
  if (said.conversation === null) return true;
  if (!allows(link.role.permissions, 'live', 'read')) return false;
  const { id, states } = said.conversation;
  const [facts] = await tx.query<Facts>(sql`
    select state, category, agent_id, (pending_messages_count > 0) as waiting,
      (answer_level is not null) as owed
    from conversations where id = ${id}`);
  if (!facts || !states.includes(facts.state) || !sees(viewerOf(link), facts)) return false;
  if (said.kind === 'live_chat_message') return facts.agent_id === said.userId && facts.waiting;
  // Answered meanwhile.
  if (said.kind === 'answer_due') return facts.owed;
  return said.kind !== 'transfer' || facts.agent_id === said.userId;
}
