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
import { type Moment, momentOf } from '../../contract/calendar/opening-text.ts';
import type { ChatLanguage } from '../../contract/chat-language.ts';
import { type UsualWait, usualWait } from '../../contract/rules/waiting.ts';
import type { Area } from '../../contract/states.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { anybodyConnected } from './agents.ts';
import { VISITOR_WORDS } from './visitor-words/words.ts';

const DAY = 86_400_000;
/** The waits that are looked at: the latest of as many days; fewer than five tell nothing. */
const RECENT_DAYS = 30;
const MOST = 100;
const FEWEST = 5;

/** Why nobody answers now: closed until `opens` (null: nobody can say), or only away for as long as `usual` (null: too few know). */
type Away = { closed: true; opens: Moment | null } | { closed: false; usual: UsualWait | null };

/** What a waiting customer is told, in no language yet. */
export interface Waiting {
  /** Null: somebody is connected. */
  away: Away | null;
  /** The business is closed and its owner wants it: they may leave a word by the form. */
  form: boolean;
}

/** The same as a visitor's chat gets it. */
export interface WaitingTold {
  waiting: string | null;
  form: boolean;
}

/** In the language of a visitor's chat. */
export function waitingIn({ away, form }: Waiting, language: ChatLanguage): WaitingTold {
  return { waiting: away && awayText(away, language), form };
}

function awayText(away: Away, language: ChatLanguage): string {
  const words = VISITOR_WORDS[language];
  if (away.closed) return away.opens === null ? words.nobody : words.closed(words.moment(away.opens));
  return away.usual === null ? words.away : words.usually(words.wait(away.usual), RECENT_DAYS);
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
    away: await awayNow(db, now, botId, area),
    form: await offersForm(db, now, botId, area),
  };
}

async function awayNow(db: Queryable, now: Date, botId: number, area: Area | null): Promise<Away | null> {
  if (await anybodyConnected(db, now, botId, area)) return null;
  const calendar = await readCalendar(db, botId);
  const at = now.getTime();
  if (!isOpen(calendar, area, at)) {
    const opens = nextOpening(calendar, area, at);
    return { closed: true, opens: opens === null ? null : momentOf(opens, at, versionAt(calendar, at).zone) };
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
  return { closed: false, usual: median === undefined ? null : usualWait(median) };
}
