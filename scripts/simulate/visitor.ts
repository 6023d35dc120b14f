/** One simulated customer: a real socket, a story's own words, acknowledgements counted. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { visitorEvents, visitorMessageAck } from '../../contract/realtime/visitor-socket.ts';
import { FIRST_NAMES, LAST_NAMES } from '../../server/crm/demo/names.ts';
import { GOODS, SIZES, TOWNS } from '../../server/inbox/demo/goods.ts';
import type { Story } from '../../server/inbox/demo/stories.ts';
import type { Chance } from '../../server/platform/demo/random.ts';

export interface VisitorTally {
  connected: number;
  sent: number;
  acknowledged: number;
  received: number;
  handedOff: number;
  done: number;
  /** Spanish reasons, one a failed visitor. */
  failed: string[];
}

export interface VisitorPlan {
  url: string;
  bot: number;
  token: string;
  /** Milliseconds between messages, on average. */
  pace: number;
  index: number;
  random: Chance;
  story: Story;
  tally: VisitorTally;
  signal: AbortSignal;
}

const ANSWER_WITHIN = 20_000;

/** Lives one visit to its end; what goes wrong is tallied, never thrown. */
export async function runVisitor(plan: VisitorPlan): Promise<void> {
  const { tally, random } = plan;
  const socket = io(`${plan.url}/visitor`, {
    auth: { botId: plan.bot, botToken: plan.token },
    transports: ['websocket'],
    forceNew: true,
  });
  let pending = false;
  socket.on('NEW_MESSAGE', () => {
    tally.received += 1;
  });
  socket.on('CONVERSATION_STATE', (raw: unknown) => {
    const parsed = visitorEvents.CONVERSATION_STATE.safeParse(raw);
    if (!parsed.success || pending || parsed.data.state !== 'pending') return;
    pending = true;
    tally.handedOff += 1;
  });
  try {
    await connected(socket);
    tally.connected += 1;
    for (const text of wordsOf(plan)) {
      await pause(plan.pace * (0.5 + random.next()), undefined, { signal: plan.signal });
      socket.emit('TYPING');
      tally.sent += 1;
      const answer: unknown = await socket
        .timeout(ANSWER_WITHIN)
        .emitWithAck('VISITOR_MESSAGE', { text, temporal_id: `sim-${randomUUID()}` });
      const ack = visitorMessageAck.parse(answer);
      if ('error' in ack) throw new Error(ack.message);
      tally.acknowledged += 1;
    }
    if (random.happens(0.5)) {
      const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
      await socket.timeout(ANSWER_WITHIN).emitWithAck('IDENTIFY', { name });
    }
    await pause(plan.pace, undefined, { signal: plan.signal });
  } catch (error) {
    if (!plan.signal.aborted) tally.failed.push(error instanceof Error ? error.message : String(error));
  } finally {
    socket.disconnect();
  }
}

/** Waits for CONNECTED; a refusal ends the visit with the server's reason. */
function connected(socket: ReturnType<typeof io>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('El servidor no respondió a tiempo.')), ANSWER_WITHIN);
    socket.once('CONNECTED', () => {
      clearTimeout(late);
      resolve();
    });
    socket.on('connect_error', (error: Error & { data?: { message?: string } }) => {
      if (!error.data?.message) return;
      clearTimeout(late);
      reject(new Error(error.data.message));
    });
  });
}

/** The customer's lines of the story up to the hand-off, filled in. */
function wordsOf({ random, story }: VisitorPlan): string[] {
  const words: Record<string, string> = {
    order: `AND-${random.between(10_000, 99_999)}`,
    good: random.pick(GOODS),
    size: random.pick(SIZES),
    town: random.pick(TOWNS),
    price: `$ ${random.between(9, 189)}.990`,
  };
  const lines = story.bot.filter(([who]) => who === 'c').map(([, text]) => text);
  if (story.person.length > 0 && random.happens(0.7)) lines.push('quiero hablar con una persona');
  return lines.map((line) => line.replace(/\{(\w+)\}/g, (_, key: string) => words[key] ?? ''));
}
