/**
 * Two tickets about one thing become one (reference: breadth.md §1.2 'Merge'): the merged one takes nothing new, what the
 * customer writes to it arrives at the survivor, they read the survivor's code, and who has the survivor is told.
 */
import type { TicketDetail } from '../../contract/entities/ticket.ts';
import { ticketAfter } from '../../machines/ticket/moves.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import type { BotSession } from '../platform/http/session.ts';
import { audited } from './change-ticket.ts';
import { detailOf } from './show-ticket.ts';
import { findTicket, illegalMove, lockTicket, requireSeen, requireUnmerged } from './ticket-row.ts';
import { TicketWork } from './ticket-work.ts';
import { notifyPeople } from './told.ts';

/**
 * @returns the survivor. Throws `Refused`: not_found for one that the caller does not see; rule for one and the same,
 * and for tickets of two clients; illegal_move for one that is closed or merged.
 */
export async function mergeTicket(
  app: App,
  by: BotSession,
  id: string,
  intoId: string,
): Promise<TicketDetail> {
  if (id === intoId) throw new Refused('rule', { message: 'Es el mismo ticket.' });
  return app.db.transaction(async (tx) => {
    // In the order of ids: of two merges at once one waits for the other.
    const locked = new Map<string, Awaited<ReturnType<typeof lockTicket>>>();
    for (const one of [id, intoId].sort()) locked.set(one, await lockTicket(tx, one));
    const loser = requireSeen(by.viewer, locked.get(id) ?? null);
    const survivor = requireSeen(by.viewer, locked.get(intoId) ?? null);
    if (loser.bot_id !== by.link.bot_id || survivor.bot_id !== loser.bot_id) throw new Refused('not_found');
    requireUnmerged(loser);
    requireUnmerged(survivor);
    if (ticketAfter(loser.state, 'merge') === null)
      throw illegalMove(loser, 'Un ticket cerrado ya no se une a otro.');
    if (survivor.state === 'closed')
      throw illegalMove(survivor, `${survivor.tracking_code} está cerrado: elige uno que siga abierto.`);
    if (loser.lead_id !== null && survivor.lead_id !== null && loser.lead_id !== survivor.lead_id)
      throw new Refused('rule', {
        message: 'Son tickets de dos clientes: quien no sea el del ticket que queda no recibiría respuestas.',
        details: { reason: 'two_clients' },
      });
    const ended = TicketWork.on(app, loser);
    ended.move('closed');
    ended.set({ merged_into: survivor.id, merged_code: survivor.tracking_code });
    ended.step(by.user.name, `Unió este ticket a ${survivor.tracking_code}`);
    await ended.flush(tx);
    const kept = TicketWork.on(app, survivor);
    kept.set({
      lead_id: survivor.lead_id ?? loser.lead_id,
      conversation_id: survivor.conversation_id ?? loser.conversation_id,
      talk_id: survivor.talk_id ?? loser.talk_id,
      order_ref: survivor.order_ref ?? loser.order_ref,
      tags: [...new Set([...survivor.tags, ...loser.tags])].slice(0, 30),
    });
    kept.step(by.user.name, `Unió aquí ${loser.tracking_code}: ${loser.subject}`);
    await kept.flush(tx);
    for (const [before, work] of [
      [loser, ended],
      [survivor, kept],
    ] as const)
      await writeAudit(tx, app, {
        by: by.user,
        type: 'ticket',
        id: before.id,
        botId: by.link.bot_id,
        before: { ...audited(before), merged_into: before.merged_code },
        after: { ...audited(work.row), merged_into: work.row.merged_code },
      });
    if (survivor.assignee_id !== null)
      await notifyPeople(tx, app, survivor, [survivor.assignee_id], {
        action: 'create_new_message_ticket',
        subject: 'Unieron un ticket al tuyo',
        body: `${by.user.name} unió ${loser.tracking_code} a ${survivor.tracking_code}: ${survivor.subject}`,
        plain: `Unieron un ticket a ${survivor.tracking_code}.`,
        by: by.user,
      });
    const after = await findTicket(tx, survivor.id);
    if (!after) throw new Refused('not_found');
    return detailOf(app, tx, by.viewer, after);
  });
}
