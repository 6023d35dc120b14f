/**
 * The clocks of a conversation, as durable jobs: inactivity (in active and taken, from the customer's last word, where
 * the bot's inactive_handling flag is on), closing what stayed inactive (where the bot's timer_close flag is on), waking
 * from a snooze. A conversation's jobs are only scheduled under its row lock, so a job that fires speaks of the state
 * that it finds. The first two count the time in which people attend, by the bot's calendar, while an agent has the
 * conversation; while the bot has it, all time: a bot never closes.
 */
import * as z from 'zod/mini';
import { addBusinessSeconds } from '../../contract/calendar/open-hours.ts';
import type { ConversationState } from '../../contract/states.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { isBlockedLead } from '../crm/consents.ts';
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';
import { applyMove, BOT, SYSTEM } from './apply-move.ts';
import { type BotRules, readBotRules } from './bot-rules.ts';
import { type ConversationRow, lockConversation } from './conversation-row.ts';
import { ConversationWork } from './conversation-work.ts';

export const JOB_KINDS = {
  inactive: 'conversation.inactive',
  close: 'conversation.close',
  snooze: 'conversation.snooze',
} as const;
type Timer = keyof typeof JOB_KINDS;

const payload = z.object({ conversation_id: z.string(), by: z.optional(z.number()) });
const key = (timer: Timer, id: string) => `${JOB_KINDS[timer]}:${id}`;

type TimerPorts = Pick<App, 'clock' | 'jobs'>;

async function schedule(
  tx: Transaction,
  app: TimerPorts,
  timer: Timer,
  id: string,
  runAt: Date,
  by?: number,
): Promise<void> {
  await app.jobs.schedule(tx, {
    kind: JOB_KINDS[timer],
    key: key(timer, id),
    runAt,
    payload: { conversation_id: id, ...(by === undefined ? {} : { by }) },
  });
}

const ticks = (state: ConversationState) => state === 'active' || state === 'taken';
/** What a clock is set by, after a move: who has the conversation, and by which hours they attend. */
type Timed = Pick<ConversationRow, 'id' | 'bot_id' | 'state' | 'agent_id' | 'category'>;

/** When so many minutes of a conversation have passed; null: its people attend no more. */
async function inMinutes(
  tx: Transaction,
  app: TimerPorts,
  { bot_id, agent_id, category }: Timed,
  minutes: number,
): Promise<Date | null> {
  const now = app.clock.now().getTime();
  if (agent_id === null) return new Date(now + minutes * 60_000);
  const at = addBusinessSeconds(await readCalendar(tx, bot_id), category, now, minutes * 60);
  return at === null ? null : new Date(at);
}

async function scheduleIn(
  tx: Transaction,
  app: TimerPorts,
  timer: Timer,
  row: Timed,
  minutes: number,
): Promise<void> {
  const at = await inMinutes(tx, app, row, minutes);
  if (at) await schedule(tx, app, timer, row.id, at);
  else await app.jobs.cancel(tx, key(timer, row.id));
}

/**
 * Sets a conversation's clocks after a move or a customer's message. Call it under the row lock, before the events
 * are appended.
 * @param row as it is after the move
 * @param from null: it is new
 */
export async function setTimers(
  tx: Transaction,
  app: TimerPorts,
  row: Timed,
  from: ConversationState | null,
  rules: BotRules,
): Promise<void> {
  if (rules.inactive_after_minutes !== null) {
    if (ticks(row.state) && rules.inactive_handling)
      await scheduleIn(tx, app, 'inactive', row, rules.inactive_after_minutes);
    else if (from !== null && ticks(from)) await app.jobs.cancel(tx, key('inactive', row.id));
  }
  await setClosing(tx, app, row, from, rules);
}

/** The clock that closes what stays inactive: runs exactly while it is. */
async function setClosing(
  tx: Transaction,
  app: TimerPorts,
  row: Timed,
  from: ConversationState | null,
  rules: BotRules,
): Promise<void> {
  if (from === row.state) return;
  if (row.state === 'inactive' && rules.timer_close && rules.close_after_minutes !== null)
    await scheduleIn(tx, app, 'close', row, rules.close_after_minutes);
  if (from === 'inactive') await app.jobs.cancel(tx, key('close', row.id));
}

/** Sets or, with null, stops the clock that wakes a snoozed conversation. `by`: who snoozed it. */
export async function setSnooze(
  tx: Transaction,
  app: TimerPorts,
  id: string,
  until: Date | null,
  by?: number,
): Promise<void> {
  if (until) await schedule(tx, app, 'snooze', id, until, by);
  else await app.jobs.cancel(tx, key('snooze', id));
}

/** Registers what happens when a clock runs out. */
export function registerTimers(app: App): void {
  app.jobs.handle(JOB_KINDS.inactive, async (tx, job) => {
    const row = await lockConversation(tx, payload.parse(job.payload).conversation_id);
    if (!row || !ticks(row.state)) return;
    // The flag may have been switched off since.
    const rules = await readBotRules(tx, row.bot_id);
    if (!rules.inactive_handling) return;
    const work = ConversationWork.on(row, app);
    // Only where the bot leads: it never speaks over an agent.
    const silent = await isBlockedLead(tx, row.lead_id);
    if (row.state === 'active' && rules.inactive_message !== '' && !silent)
      work.say(BOT, { from: 'bot', text: rules.inactive_message });
    applyMove(work, { type: 'timer_inactive' }, { actor: SYSTEM });
    // Not its own clock: if the customer wrote after this run was claimed, the new one stands and this run is undone.
    await setClosing(tx, app, work.row, row.state, rules);
    await work.flush(tx);
  });
  app.jobs.handle(JOB_KINDS.close, async (tx, job) => {
    const row = await lockConversation(tx, payload.parse(job.payload).conversation_id);
    if (row?.state !== 'inactive') return;
    // The flag may have been switched off since.
    const rules = await readBotRules(tx, row.bot_id);
    if (!rules.timer_close) return;
    const work = ConversationWork.on(row, app);
    if (rules.closed_message !== '' && !(await isBlockedLead(tx, row.lead_id)))
      work.say(BOT, { from: 'bot', text: rules.closed_message });
    applyMove(work, { type: 'timer_close' }, { actor: SYSTEM });
    await work.flush(tx);
  });
  app.jobs.handle(JOB_KINDS.snooze, async (tx, job) => {
    const { conversation_id, by } = payload.parse(job.payload);
    const row = await lockConversation(tx, conversation_id);
    if (!row?.snoozed_until) return;
    const work = ConversationWork.on(row, app);
    // Unread, so that it stands out wherever its last message places it.
    work.set({ snoozed_until: null, unread: true });
    work.cardEvent('UPDATE_CONVERSATION_CARD', SYSTEM, { woke_for: row.agent_id ?? by ?? null });
    work.systemLine(SYSTEM, 'Terminó el tiempo pospuesto: la conversación vuelve a la lista');
    await work.flush(tx);
  });
}
