/** What was said in a conversation, as it may leave for the model: no notes, no lines of the system, no names. */
import { HELP_LIMITS } from '../../contract/entities/inbox-help.ts';
import type { MessageFrom } from '../../contract/entities/message.ts';
import type { ConversationRow } from '../inbox/conversation-row.ts';
import { readAsOne, readSeen } from '../inbox/queries/conversation.ts';
import type { App } from '../platform/app.ts';
import { raw, sql } from '../platform/database/database.ts';
import type { BotSession } from '../platform/http/session.ts';

export interface SaidLine {
  de: 'cliente' | 'bot' | 'equipo';
  texto: string;
}

export interface Talk {
  row: ConversationRow;
  /** The newest, the oldest of them first, also of what is joined to it. */
  lines: SaidLine[];
  /** Ids of the messages that they are. */
  ids: ReadonlySet<string>;
  /** The position of the newest in this one; 0: nothing was said. */
  upTo: number;
}

const BY: Partial<Record<MessageFrom, SaidLine['de']>> = { Cliente: 'cliente', bot: 'bot', agent: 'equipo' };

/** Messages `m` that are part of the talk. */
export const wasSaid = raw("not m.note and m.sender <> 'system' and m.text <> ''");

export const linesOf = (said: readonly { sender: MessageFrom; text: string }[]): SaidLine[] =>
  said.flatMap(({ sender, text }) => {
    const de = BY[sender];
    return de ? [{ de, texto: text.slice(0, HELP_LIMITS.talkText) }] : [];
  });

/** Throws not_found, also for what the caller does not see. */
export async function readTalk({ db }: Pick<App, 'db'>, by: BotSession, id: string): Promise<Talk> {
  return db.snapshot(async (tx) => {
    const { row } = await readSeen(tx, by.user.id, by.link.bot_id, id);
    const { among, newestFirst } = await readAsOne(tx, row);
    const said = await tx.query<{
      id: string;
      conversation_id: string;
      sender: MessageFrom;
      text: string;
      position: number;
    }>(sql`
      select m.id, m.conversation_id, m.sender, m.text, m.position from messages m
      where m.conversation_id = any(${among}::text[]) and ${wasSaid}
      order by ${newestFirst} limit ${HELP_LIMITS.talk}`);
    // Where the others said so much since that nothing of this one is among the newest, it is all behind them.
    const upTo = said.find((one) => one.conversation_id === id)?.position ?? row.message_count;
    return { row, lines: linesOf(said.reverse()), ids: new Set(said.map((one) => one.id)), upTo };
  });
}

/** How many of the customer's last messages are looked up. */
const OPEN = 3;

/**
 * What the customer said since the team last spoke, the newest first; their last words where nothing has been said since.
 * What the bot said in between settled nothing: the talk has come to a person.
 */
export function openQuestions(lines: readonly SaidLine[]): string[] {
  const answered = lines.findLastIndex(({ de }) => de === 'equipo');
  const asked = lines.filter(({ de }) => de === 'cliente').map(({ texto }) => texto);
  const open = lines.slice(answered + 1).filter(({ de }) => de === 'cliente');
  return asked.slice(-Math.max(1, Math.min(OPEN, open.length))).reverse();
}

/** Its texts, which hold the addresses that were named in it. @param but whose words count for nothing */
export const saidBy = (lines: readonly SaidLine[], but: SaidLine['de'] | null): string[] =>
  lines.filter(({ de }) => de !== but).map(({ texto }) => texto);
