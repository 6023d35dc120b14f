/** Messenger and Instagram as a business sees them: customers who write, messages that are taken, echoed, delivered, read. */
import { randomBytes } from 'node:crypto';
import type { Faults } from '../faults.ts';
import type { Hooks } from '../hooks.ts';
import {
  type MessagingAccount,
  type MessagingChannel,
  type MessagingCustomer,
  type MessagingMemory,
  newMessagingMemory,
  type SentMessaging,
} from './account.ts';
import { magicError } from './errors.ts';

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const DAY = 24 * 60 * 60_000;
const ADDRESS_LIFE = 7 * DAY;
/** The app that sends what the product sends. */
const APP_ID = 30001;

/** An event of a hook, with the account that it is of. */
export interface MessagingEvent {
  account: MessagingAccount;
  event: Record<string, unknown>;
}

export class Messaging {
  readonly memory: MessagingMemory = newMessagingMemory();
  readonly faults: Faults;
  readonly now: () => number;
  readonly #hooks: Hooks;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #told = new Set<() => void>();
  /** Where it is reached; known once it listens. */
  url = '';
  #picture: string | undefined;

  constructor(faults: Faults, hooks: Hooks, now: () => number) {
    this.faults = faults;
    this.#hooks = hooks;
    this.now = now;
  }

  /** A page or an account of Instagram; what is not given is made up. */
  addAccount(channel: MessagingChannel, given: Partial<MessagingAccount> = {}): MessagingAccount {
    const place = this.memory.accounts.filter((one) => one.channel === channel).length + 1;
    const [first, name] = channel === 'messenger' ? ['4000', 'Página'] : ['5000', 'Cuenta'];
    const account: MessagingAccount = {
      channel,
      id: `${first}${place}`,
      hookId: given.id ?? `${first}${place}`,
      accessToken: `playground-${channel}-token-${place}`,
      tokenAt: this.now(),
      appSecret: `playground-${channel}-secret-${place}`,
      verifyToken: `playground-${channel}-verify-${place}`,
      name: `${name} de prueba ${place}`,
      username: channel === 'instagram' ? `tienda.de.prueba.${place}` : null,
      humanAgent: true,
      linkedInstagram: null,
      hookUrl: null,
      fields: [],
      ...given,
    };
    this.memory.accounts.push(account);
    return account;
  }

  account(id: string): MessagingAccount {
    const found = this.memory.accounts.find((one) => one.id === id);
    if (!found) throw new Error(`The playground has no account ${id}`);
    return found;
  }

  /** The handshake of a subscription. @returns whether the other side gave the bare challenge back */
  async handshake({ hookUrl, verifyToken }: MessagingAccount): Promise<boolean> {
    if (hookUrl === null) return false;
    const challenge = randomBytes(8).toString('hex');
    const url = new URL(hookUrl);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.verify_token', verifyToken);
    url.searchParams.set('hub.challenge', challenge);
    const response = await fetch(url).catch(() => null);
    return response?.status === 200 && (await response.text()) === challenge;
  }

  /** Tells the listeners that something happened. @returns ends it */
  onChange(listener: () => void): () => void {
    this.#told.add(listener);
    return () => void this.#told.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#told) listener();
  }

  /** A customer's event reaches the business. @param event as `{message: {text}}` @returns the mid */
  customerWrites(
    account: MessagingAccount,
    customer: MessagingCustomer,
    event: Record<string, unknown>,
    at: number = this.now(),
  ): string {
    const { id, change } = this.incoming(account, customer, event, at);
    this.deliver([change]);
    return id;
  }

  /** The same without sending it: for tests that batch and shuffle by hand. */
  incoming(
    account: MessagingAccount,
    customer: MessagingCustomer,
    given: Record<string, unknown>,
    at: number = this.now(),
  ): { id: string; change: MessagingEvent } {
    const said = (given.message ?? given.postback) as Record<string, unknown> | undefined;
    const id = typeof said?.mid === 'string' ? said.mid : newMid();
    const key = `${account.id} ${customer.id}`;
    if (said && said.is_deleted !== true)
      this.memory.lastWord.set(key, Math.max(this.memory.lastWord.get(key) ?? 0, at));
    this.memory.people.set(customer.id, customer);
    const event = {
      sender: { id: customer.id },
      recipient: { id: account.hookId },
      timestamp: at,
      ...given,
      ...(given.message ? { message: { mid: id, ...said } } : {}),
      ...(given.postback ? { postback: { mid: id, ...said } } : {}),
    };
    this.#tell();
    return { id, change: { account, event } };
  }

  /** What somebody of the business did in the provider's own app. @returns the mid */
  echo(account: MessagingAccount, to: string, message: Record<string, unknown>): string {
    const id = newMid();
    this.deliver([this.#echo(account, to, this.now(), { mid: id, ...message })]);
    return id;
  }

  #echo(account: MessagingAccount, to: string, at: number, message: Record<string, unknown>): MessagingEvent {
    return {
      account,
      event: {
        sender: { id: account.hookId },
        recipient: { id: to },
        timestamp: at,
        message: { is_echo: true, ...message },
      },
    };
  }

  /** Sends events in one hook. */
  deliver(events: readonly MessagingEvent[]): void {
    const account = events[0]?.account;
    if (account?.hookUrl)
      this.#hooks.send(
        { url: account.hookUrl, appSecret: account.appSecret },
        messagingEnvelope(events, this.now()),
      );
  }

  /** Why a send is refused; null: it is taken. */
  refusal(account: MessagingAccount, to: string, body: Record<string, unknown>): Refusal | null {
    const magic = magicError(to);
    if (magic !== null) return { name: magic };
    const last = this.memory.lastWord.get(`${account.id} ${to}`);
    if (last === undefined) return { name: 18001 };
    const since = this.now() - last;
    if (body.messaging_type === 'MESSAGE_TAG') {
      if (body.tag !== 'HUMAN_AGENT') return { name: 100, details: 'Invalid tag' };
      if (!account.humanAgent)
        return { name: 10, details: "To use 'Human Agent', your use of this endpoint must be reviewed" };
      if (since > 7 * DAY) return { name: 18278 };
    } else if (since > DAY) return { name: 18278 };
    const details = shapeFault(account.channel, body.message, (id) => this.memory.attachments.has(id));
    return details === null ? null : { name: 100, details };
  }

  /** Takes a message and lets it move on: its echo, then that it was delivered, then that it was read. @returns its mid */
  take(account: MessagingAccount, to: string, body: Record<string, unknown>): string {
    const id = newMid();
    const at = this.now();
    const sent: SentMessaging = { id, account: account.id, to, at, body, statuses: ['sent'] };
    this.memory.sent.push(sent);
    this.#tell();
    const { text, attachment, metadata } = body.message as Record<string, unknown>;
    const wait = this.faults.statusDelay;
    const echoed = {
      mid: id,
      app_id: APP_ID,
      ...(text === undefined ? {} : { text }),
      ...(attachment === undefined ? {} : { attachments: [attachment] }),
      ...(metadata === undefined || account.channel === 'instagram' ? {} : { metadata }),
    };
    this.#later(wait, () => this.deliver([this.#echo(account, to, at, echoed)]));
    if (account.channel === 'messenger') this.#later(wait * 2, () => this.told(sent, 'delivered'));
    if (!this.faults.noReads) this.#later(wait * 3, () => this.told(sent, 'read'));
    return id;
  }

  /** The event that tells how far a message got. */
  statusEvent(sent: SentMessaging, status: 'delivered' | 'read'): MessagingEvent {
    sent.statuses.push(status);
    const account = this.account(sent.account);
    const at = this.now();
    const said =
      account.channel === 'instagram'
        ? { read: { mid: sent.id } }
        : status === 'read'
          ? { read: { watermark: at } }
          : { delivery: { mids: [sent.id], watermark: at } };
    const ends = { sender: { id: sent.to }, recipient: { id: account.hookId } };
    return { account, event: { ...ends, timestamp: at, ...said } };
  }

  /** Tells how far a message got. */
  told(sent: SentMessaging, status: 'delivered' | 'read'): void {
    this.deliver([this.statusEvent(sent, status)]);
    this.#tell();
  }

  /** A picture for those who have none of their own. */
  get picture(): string {
    this.#picture ??= this.addFile(PICTURE, 'image/png', 'perfil.png');
    return this.#picture;
  }

  /** Puts a file where customers' files lie. @returns its address */
  addFile(bytes: Buffer, type: string, name = 'archivo'): string {
    const key = `${randomBytes(9).toString('hex')}/${encodeURIComponent(name)}`;
    this.memory.files.set(key, { bytes, type, until: this.now() + ADDRESS_LIFE });
    return `${this.url}/cdn/${key}`;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #later(wait: number, work: () => void): void {
    if (wait === 0) {
      work();
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, wait);
    this.#timers.add(timer);
  }
}

export interface Refusal {
  name: number;
  details?: string;
}

const newMid = (): string => `m_${randomBytes(24).toString('base64url')}`;

/** The body of a hook with these events. */
export function messagingEnvelope(events: readonly MessagingEvent[], at: number): object {
  return {
    object: events[0]?.account.channel === 'instagram' ? 'instagram' : 'page',
    entry: events.map(({ account, event }) => ({ id: account.hookId, time: at, messaging: [event] })),
  };
}

interface CarouselPayload {
  template_type?: string;
  elements?: Record<string, unknown>[];
  text?: string;
  buttons?: TemplateButton[];
}
interface TemplateButton {
  type?: string;
  title?: string;
  url?: string;
  payload?: string;
}

/** What the buttons of a template must be like; null: they are. @param address what `web_url` may open */
function buttonsFault(all: readonly TemplateButton[], address = /^https?:\/\/[^\s]+$/u): string | null {
  if (all.length > 3 || all.some((one) => !one.title || one.title.length > 20)) return 'Invalid buttons';
  for (const { type, url, payload = '' } of all) {
    if (type === 'web_url' && !address.test(url ?? '')) return 'Invalid url';
    if (type === 'postback' && (payload.length < 1 || payload.length > 1000)) return 'Invalid payload';
    if (type !== 'web_url' && type !== 'postback') return 'Invalid button type';
  }
  return null;
}

/** What a template must be like; null: it is. */
function templateFault(channel: MessagingChannel, given: CarouselPayload): string | null {
  if (given.template_type !== 'button') return carouselFault(given);
  if (channel === 'instagram') return 'Unsupported template_type';
  const { text = '', buttons = [] } = given;
  if (text.length < 1 || text.length > 640) return 'Length of text must be 1 to 640';
  if (buttons.length === 0) return 'A button template needs buttons';
  return buttonsFault(buttons, /^https:\/\/[^\s]+$/u);
}

/** What a carousel must be like; null: it is. */
function carouselFault({ template_type, elements = [] }: CarouselPayload): string | null {
  if (template_type !== 'generic') return 'Unsupported template_type';
  if (elements.length < 1 || elements.length > 10) return 'Elements must be between 1 and 10';
  const long = (text: unknown) => [...String(text ?? '')].length > 80;
  for (const { title, subtitle, image_url, buttons = [] } of elements) {
    if (!title || long(title) || long(subtitle)) return 'Title and subtitle have at most 80 characters';
    const all = buttons as TemplateButton[];
    if (!subtitle && !image_url && all.length === 0) return 'An element needs more than its title';
    const fault = buttonsFault(all);
    if (fault !== null) return fault;
  }
  return null;
}

/** What a message must be like; null: it is. */
function shapeFault(
  channel: MessagingChannel,
  given: unknown,
  known: (id: string) => boolean,
): string | null {
  const message = (given ?? {}) as {
    text?: unknown;
    attachment?: { type?: string; payload?: { url?: string; attachment_id?: string } & CarouselPayload };
    quick_replies?: { content_type?: string; title?: string; payload?: string }[];
  };
  if ((message.text === undefined) === (message.attachment === undefined))
    return 'Exactly one of text and attachment';
  if (message.attachment) {
    const { type, payload } = message.attachment;
    if (!['image', 'video', 'audio', 'file', 'template'].includes(type ?? ''))
      return 'Invalid attachment type';
    if (type === 'template') return templateFault(channel, payload ?? {});
    if (channel === 'instagram' && !payload?.url) return 'Instagram attachments need payload.url';
    if (payload?.attachment_id !== undefined && !known(payload.attachment_id)) return 'Invalid attachment_id';
    return payload?.url === undefined && payload?.attachment_id === undefined ? 'No payload' : null;
  }
  const text = String(message.text);
  if (text === '') return 'Empty text';
  if (channel === 'instagram' && Buffer.byteLength(text) > 1000)
    return 'Length of param text must be at most 1000 bytes';
  if (text.length > 2000) return 'Length of param message[text] must be less than or equal to 2000';
  const replies = message.quick_replies ?? [];
  if (replies.length > 13) return 'Only 13 quick replies';
  if (replies.some(({ title = '' }) => title.length < 1 || [...title].length > 20))
    return 'Quick reply title';
  return replies.some(({ payload = '' }) => payload.length < 1 || payload.length > 1000)
    ? 'Quick reply payload'
    : null;
}
