/**
 * What a customer who waits for a person reads while nobody is connected who could answer: when somebody will, by the
 * bot's calendar, or how long it usually takes. Nothing is promised that the figures do not hold.
 */
import {
  businessSecondsBetween,
  isOpen,
  nextOpening,
  versionAt,
} from '../../contract/calendar/open-hours.ts';
import { momentText } from '../../contract/calendar/opening-text.ts';
import { usualWaitText } from '../../contract/rules/waiting.ts';
import type { Area } from '../../contract/states.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { anybodyConnected } from './agents.ts';

const DAY = 86_400_000;
/** The waits that are looked at: the latest of as many days; fewer than five tell nothing. */
const RECENT_DAYS = 30;
const MOST = 100;
const FEWEST = 5;

/** What a waiting customer is told. */
export interface Waiting {
  /** Null: somebody is connected. */
  waiting: string | null;
  /** The business is closed and its owner wants it: they may leave a word by the form. */
  form: boolean;
}

/** Whether nobody attends now: nobody is connected, and the calendar says so. */
async function isClosedFor(db: Queryable, now: Date, botId: number, area: Area | null): Promise<boolean> {
  if (await anybodyConnected(db, now, botId, area)) return false;
  return !isOpen(await readCalendar(db, botId), area, now.getTime());
}

/** Whether the form is offered to who waits: nobody attends now, and the bot's owner wants it. */
export async function offersForm(
  db: Queryable,
  now: Date,
  botId: number,
  area: Area | null,
): Promise<boolean> {
  const [bot] = await db.query<{ leave_word: boolean }>(sql`select leave_word from bots where id = ${botId}`);
  return bot?.leave_word === true && (await isClosedFor(db, now, botId, area));
}

/** When somebody will answer, and whether the form is offered. */
export async function waitingFor(
  db: Queryable,
  now: Date,
  botId: number,
  area: Area | null,
): Promise<Waiting> {
  return {
    waiting: await waitingWord(db, now, botId, area),
    form: await offersForm(db, now, botId, area),
  };
}

async function waitingWord(
  db: Queryable,
  now: Date,
  botId: number,
  area: Area | null,
): Promise<string | null> {
  if (await anybodyConnected(db, now, botId, area)) return null;
  const calendar = await readCalendar(db, botId);
  const at = now.getTime();
  if (!isOpen(calendar, area, at)) {
    const opens = nextOpening(calendar, area, at);
    return opens === null
      ? 'Ahora no hay nadie conectado. Te responderemos por aquí.'
      : `Estamos fuera de horario. Volvemos ${momentText(opens, at, versionAt(calendar, at).zone)} y te responderemos por aquí.`;
  }
  const rows = await db.query<{ since: string; answered: string | null }>(sql`
    select w.at as since, (
      select min(m.created_at) from messages m
      where m.conversation_id = w.conversation_id and m.sender = 'agent' and not m.note and m.created_at >= w.at
    ) as answered
    from (
      select t.conversation_id, t.at from transitions t
      where t.bot_id = ${botId} and t.at >= ${new Date(at - RECENT_DAYS * DAY)} and t.to_state = 'pending'
        and t.from_state is distinct from 'taken' and t.at < ${new Date(at - DAY / 24)}
      order by t.at desc limit ${MOST}
    ) w`);
  // Who was never answered waited longer than anybody.
  const seconds = rows
    .map(({ since, answered }) =>
      answered === null
        ? Number.POSITIVE_INFINITY
        : businessSecondsBetween(calendar, area, Date.parse(since), Date.parse(answered)),
    )
    .sort((a, b) => a - b);
  const median = seconds.length < FEWEST ? undefined : seconds[Math.floor(seconds.length / 2)];
  const usual = median === undefined ? null : usualWaitText(median);
  return usual === null
    ? 'Ahora no hay nadie conectado. Te responderemos por aquí apenas alguien vuelva.'
    : `Ahora no hay nadie conectado. Según los últimos ${RECENT_DAYS} días, solemos responder en ${usual}.`;
}
