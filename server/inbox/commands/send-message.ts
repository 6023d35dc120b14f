/** An agent's reply or note: `POST session_logs`. */
import type { NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { Attachment, Message, MessageExtra } from '../../../contract/entities/message.ts';
import type { ProductCard } from '../../../contract/entities/product-card.ts';
import { allows } from '../../../contract/permissions.ts';
import { isLocked, lockText } from '../../../contract/rules/lock.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { agentActor } from '../../access/agent-actor.ts';
import { findLink, viewerOf } from '../../access/links.ts';
import { requireUnblocked } from '../../crm/consents.ts';
import { notifyMention } from '../../notices/notifications.ts';
import type { App } from '../../platform/app.ts';
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Acting } from '../../platform/http/session.ts';
import { applyMove, conflict } from '../apply-move.ts';
import { claimUploads, requireTaken } from '../attachments.ts';
import { readBotRules } from '../bot-rules.ts';
import type { ConversationRow } from '../conversation-row.ts';
import { ConversationWork } from '../conversation-work.ts';
import { authorOfUser, findSent, onceMore } from '../once.ts';
import { setTimers } from '../timers.ts';
import { fromTemplate } from './from-template.ts';
import { offered } from './offered.ts';
import { lockAtBot, refuseSecondTake, requireSight } from './open-conversation.ts';

/**
 * Appends the message, once per author and `temporal_id`: the same again answers the same message, before anything
 * else is asked. Throws `Refused`: not_found; rule (an author who is not the session's, nothing in it, foreign
 * files, one that the channel does not take); already_taken or illegal_move (only who has a taken conversation replies; notes are anybody's who sees
 * it; `take` takes what nobody has in the same transaction, which needs live's edit); rule with `details.locked` beyond the channel's 24 h; stale_view (somebody else answered after `last_seen`).
 */
export async function sendMessage(
  app: App,
  by: Acting,
  body: NewSessionLog,
  cardsOf: CardsOf = NO_CARDS,
): Promise<Message> {
  requireOwnName(by, body);
  return onceMore(() => app.db.transaction((tx) => sendIn(tx, app, by, body, { cardsOf })));
}

/** The products of a bot as they are now, in the order of their ids; those that are gone are left out. */
export type CardsOf = (db: Queryable, botId: number, ids: readonly string[]) => Promise<ProductCard[]>;

const NO_CARDS: CardsOf = () => Promise.resolve([]);

interface SendingToo {
  cardsOf?: CardsOf;
  /** Files that were kept for it, in place of the body's. */
  filesOf?: (row: ConversationRow) => Promise<Attachment[]>;
  also?: (work: ConversationWork) => Promise<void>;
  after?: (work: ConversationWork) => Promise<void>;
}

/**
 * The same within a transaction, of which it is the last: what else changes there is `also`, done once nothing refuses
 * the message any more, and `after`, once it is said. A refusal of words alone comes before
 * anything was written.
 */
export async function sendIn(
  tx: Transaction,
  app: App,
  by: Acting,
  body: NewSessionLog,
  { cardsOf = NO_CARDS, filesOf, also, after }: SendingToo,
): Promise<Message> {
  const row = await lockAtBot(tx, by, body.conversation_id);
  const author = authorOfUser(by.user.id);
  const sent = await findSent(tx, author, body.temporal_id);
  if (sent) {
    if (sent.conversation_id === row.id) return sent;
    throw new Refused('rule', { message: 'Este mensaje ya se envió en otra conversación.' });
  }
  const note = body.note ?? false;
  const takes = !note && body.take === true && !(row.state === 'taken' && row.agent_id === by.user.id);
  if (takes) mayTake(by, row);
  requireSight(by, row);
  if (note && body.template) throw new Refused('rule', { message: 'Una nota no se escribe con plantilla.' });
  if (!note) {
    if (!takes) requireHeld(by, row);
    await requireUnblocked(tx, row.lead_id);
    await requireFreshView(tx, by, row, body.last_seen);
    if (!body.template) requireOpenWindow(row, app.clock.now());
  }
  if (!note && body.mentions?.length) {
    throw new Refused('rule', { message: 'Solo puedes mencionar a colegas en notas internas.' });
  }
  const made = body.template ? await fromTemplate(tx, by, row, body.template) : null;
  const said = offered(app, row, body);
  const text = made?.text ?? said.text;
  const attachments = filesOf
    ? await filesOf(row)
    : await claimUploads(tx, row.bot_id, row.id, author, body.attachments ?? [], !note);
  if (!note) requireTaken(row, attachments);
  const cards = await shownProducts(tx, by, row, body, cardsOf);
  if (text.trim() === '' && attachments.length === 0 && cards.length === 0) {
    throw new Refused('rule', { message: 'Escribe un mensaje antes de enviarlo.' });
  }
  const extra = body.reply_to === undefined || note ? null : await quoted(tx, row, body.reply_to);
  const named = note ? await namedColleagues(tx, row, body.mentions ?? []) : [];
  const work = ConversationWork.on(row, app);
  if (takes) await take(tx, app, by, work);
  await also?.(work);
  work.mention(named.map(({ id }) => id).filter((id) => id !== by.user.id));
  const message = work.say(
    agentActor(by),
    {
      from: 'agent',
      text,
      note,
      author,
      temporal_id: body.temporal_id,
      agent: { id: by.user.id, name: by.user.name, image: by.user.image },
      attachments,
      cards,
      mentions: named.map(({ id, name }) => ({ id, name })),
      ...(extra ? { extra } : {}),
      buttons: made?.buttons ?? said.buttons,
      ...(made ? { template: made.template } : {}),
      ...leaving(row, note),
    },
    note ? {} : { waiting_since: null },
  );
  if (made) work.templateMutation(agentActor(by), made.template.name, message.message_status);
  const toIds = named.filter(({ sees }) => sees).map(({ id }) => id);
  if (toIds.length > 0) await notifyMention(tx, app, { conversation: work.row, from: by.user, toIds });
  await after?.(work);
  await work.flush(tx);
  return message;
}

/** Throws forbidden without crm's read; rule in a note or with a template, and where one of them is gone. */
async function shownProducts(
  tx: Queryable,
  by: Acting,
  row: ConversationRow,
  { products = [], note, template }: NewSessionLog,
  cardsOf: CardsOf,
): Promise<ProductCard[]> {
  if (products.length === 0) return [];
  if (!allows(by.link.role.permissions, 'crm', 'read')) throw new Refused('forbidden');
  const details = { field: 'products' };
  if (note || template)
    throw new Refused('rule', { message: 'Los productos se envían en una respuesta.', details });
  const ids = [...new Set(products)];
  const cards = await cardsOf(tx, row.bot_id, ids);
  if (cards.length < ids.length)
    throw new Refused('rule', { message: 'Uno de los productos ya no está en el catálogo.', details });
  return cards;
}

const NOT_CONNECTED_TEXT =
  'No salió: el canal de esta conversación no está conectado. Cuando lo esté, usa «Escribir de nuevo».';

/** The web has it at once; a channel's connection takes it from its queue; without one nobody would ever carry it. */
function leaving(
  row: ConversationRow,
  note: boolean,
): { status: 'sent' | 'queued' | 'failed'; reason?: string } {
  if (note || row.channel === 'web') return { status: 'sent' };
  return row.connection_id === null ? { status: 'failed', reason: NOT_CONNECTED_TEXT } : { status: 'queued' };
}

/** What it answers, by the channel's own id of that. Throws rule for a message of another conversation. */
async function quoted(tx: Queryable, row: ConversationRow, id: string): Promise<MessageExtra> {
  const [message] = await tx.query<{ mid: string; text: string }>(sql`
    select coalesce(
      (select s.wamid from channel_sends s where s.message_id = m.id and s.wamid is not null order by s.part limit 1),
      m.mid) as mid, m.text
    from messages m
    where m.id = ${id} and m.conversation_id = ${row.id} and not m.note and m.sender <> 'system'`);
  if (!message) {
    throw new Refused('rule', {
      message: 'Ese mensaje no está en esta conversación.',
      details: { field: 'reply_to' },
    });
  }
  return { reply_to: { mid: message.mid, text: message.text.slice(0, 200) } };
}

/** The mentioned who work at the bot, and whether they see the conversation: only those get a notice. */
async function namedColleagues(
  tx: Queryable,
  row: ConversationRow,
  ids: readonly number[],
): Promise<{ id: number; name: string; sees: boolean }[]> {
  const named: { id: number; name: string; sees: boolean }[] = [];
  for (const userId of new Set(ids)) {
    const link = await findLink(tx, userId, row.bot_id);
    const [user] = link
      ? await tx.query<{ name: string }>(sql`select name from users where id = ${userId}`)
      : [];
    if (link && user)
      named.push({ id: userId, name: user.name, sees: !link.second_factor_due && sees(viewerOf(link), row) });
  }
  return named;
}

/** `from` and `sender` may be left out or say who it is; anybody else's name is refused. */
function requireOwnName(by: Acting, body: NewSessionLog): void {
  const own = ['agent', String(by.user.id), by.user.email, by.user.name];
  for (const name of [body.from, body.sender]) {
    if (name !== undefined && !own.includes(name)) {
      throw new Refused('rule', {
        message: 'El autor del mensaje no corresponde a tu sesión.',
        details: { field: body.from === name ? 'from' : 'sender' },
      });
    }
  }
}

/** Throws conflict unless the conversation is taken by who acts. */
export function requireHeld(by: Acting, row: ConversationRow): void {
  if (row.state !== 'taken') throw conflict('illegal_move', row);
  if (row.agent_id !== by.user.id) throw conflict('already_taken', row);
}

/** Writing in what nobody has takes it: that needs the right to, and tells who was first. */
function mayTake(by: Acting, row: ConversationRow): void {
  if (!allows(by.link.role.permissions, 'live', 'edit')) throw new Refused('forbidden');
  refuseSecondTake(by, row);
}

async function take(tx: Transaction, app: App, by: Acting, work: ConversationWork): Promise<void> {
  const { id, name, image } = by.user;
  const from = work.row.state;
  applyMove(work, { type: 'take', agent_id: id }, { actor: agentActor(by), agent: { id, name, image } });
  await setTimers(tx, app, work.row, from, await readBotRules(tx, work.row.bot_id));
}

/** What somebody had seen of a conversation: the highest `order`, or all of it until a moment (the server's time). */
export type Seen = number | { at: string };

/** Throws stale_view where somebody else answered after what was seen last. */
export async function requireFreshView(
  tx: Queryable,
  by: Acting,
  row: ConversationRow,
  lastSeen: Seen | undefined,
): Promise<void> {
  if (lastSeen === undefined) return;
  const laterThan =
    typeof lastSeen === 'number'
      ? sql`m.position > ${lastSeen}`
      : sql`m.created_at > ${lastSeen.at}::timestamptz`;
  const [later] = await tx.query<{ agent_name: string | null }>(sql`
    select (select u.name from users u where u.id = m.agent_id) as agent_name from messages m
    where m.conversation_id = ${row.id} and ${laterThan} and m.sender = 'agent' and not m.note
      and m.agent_id is distinct from ${by.user.id}::int
    order by m.position limit 1`);
  if (!later) return;
  const { details } = conflict('stale_view', row);
  // Who answered, which is not who has it now: the composer asks by name.
  throw new Refused('stale_view', { details: { ...details, agent_name: later.agent_name } });
}

/** Beyond the channel's window since the customer's last word nothing but a template goes out (docs/product.md §4). */
function requireOpenWindow(row: ConversationRow, now: Date): void {
  if (!isLocked(row.channel, row.last_customer_message_at, now, 'person')) return;
  throw new Refused('rule', {
    message: lockText(row.channel, 'person'),
    details: { locked: true, last_customer_message_at: row.last_customer_message_at },
  });
}
