/** WhatsApp as a business sees it: customers who write, messages that are taken and move on, templates that are judged. */
import { randomBytes } from 'node:crypto';
import type { Faults } from '../faults.ts';
import type { Hooks } from '../hooks.ts';
import { comesLate, magicCode, statusError } from './errors.ts';
import { newId, newWamid, sha256 } from './ids.ts';
import { sentFault } from './media.ts';
import { type Memory, newMemory, targetOf, type WhatsAppNumber } from './number.ts';
import { sendFault, type Template } from './templates.ts';

const DAY = 24 * 60 * 60_000;

export interface Customer {
  /** Digits with the country's; null: has a username and shows no phone. */
  phone: string | null;
  name: string;
  userId?: string;
  username?: string;
}

/** A change of a hook: its field with its value, and the account that it is of. */
export interface Change {
  waba: string;
  field: string;
  value: Record<string, unknown>;
}

export class WhatsApp {
  readonly memory: Memory = newMemory();
  readonly faults: Faults;
  readonly now: () => number;
  readonly #hooks: Hooks;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #told = new Set<() => void>();

  constructor(faults: Faults, hooks: Hooks, now: () => number) {
    this.faults = faults;
    this.#hooks = hooks;
    this.now = now;
  }

  /** A number with an account; what is not given is made up. */
  addNumber(given: Partial<WhatsAppNumber> = {}): WhatsAppNumber {
    const place = this.memory.numbers.length + 1;
    const number: WhatsAppNumber = {
      phoneNumberId: `1000${place}`,
      businessAccountId: `2000${place}`,
      accessToken: `playground-token-${place}`,
      appSecret: `playground-app-secret-${place}`,
      verifyToken: `playground-verify-${place}`,
      displayNumber: `+56 9 4000 000${place}`,
      verifiedName: `Tienda de prueba ${place}`,
      hookUrl: null,
      ...given,
    };
    this.memory.numbers.push(number);
    return number;
  }

  number(phoneNumberId: string): WhatsAppNumber {
    const found = this.memory.numbers.find((one) => one.phoneNumberId === phoneNumberId);
    if (!found) throw new Error(`The playground has no number ${phoneNumberId}`);
    return found;
  }

  /** The handshake of a subscription. @returns whether the other side gave the bare challenge back */
  async handshake({ hookUrl, verifyToken }: WhatsAppNumber): Promise<boolean> {
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

  /**
   * A customer writes. @param message the payload of its type, as `{type: 'text', text: {body}}`
   * @returns the wamid
   */
  customerWrites(
    number: WhatsAppNumber,
    customer: Customer,
    message: Record<string, unknown>,
    at: number = this.now(),
  ): string {
    const { id, change } = this.incoming(number, customer, message, at);
    this.deliver([change]);
    return id;
  }

  /** The same without sending it: for tests that batch and shuffle by hand. */
  incoming(
    number: WhatsAppNumber,
    customer: Customer,
    message: Record<string, unknown>,
    at: number = this.now(),
  ): { id: string; change: Change } {
    const id = typeof message.id === 'string' ? message.id : newWamid();
    const key = `${number.phoneNumberId} ${customer.phone ?? customer.userId}`;
    if (message.type !== 'system')
      this.memory.lastWord.set(key, Math.max(this.memory.lastWord.get(key) ?? 0, at));
    const contact = {
      profile: { name: customer.name, ...(customer.username ? { username: customer.username } : {}) },
      ...(customer.phone === null ? {} : { wa_id: customer.phone }),
      ...(customer.userId ? { user_id: customer.userId } : {}),
    };
    const from = {
      ...(customer.phone === null ? {} : { from: customer.phone }),
      ...(customer.userId ? { from_user_id: customer.userId } : {}),
    };
    const whole = { ...from, timestamp: String(Math.floor(at / 1000)), ...message, id };
    this.#tell();
    return { id, change: this.#change(number, { contacts: [contact], messages: [whole] }) };
  }

  /** A message that the business typed in its own app. */
  echo(number: WhatsAppNumber, to: string, text: string): string {
    const id = newWamid();
    const echo = {
      id,
      from: number.displayNumber.replace(/\D/g, ''),
      to,
      timestamp: String(Math.floor(this.now() / 1000)),
      type: 'text',
      text: { body: text },
    };
    this.deliver([{ ...this.#change(number, { message_echoes: [echo] }), field: 'smb_message_echoes' }]);
    return id;
  }

  #change(number: WhatsAppNumber, value: Record<string, unknown>): Change {
    return {
      waba: number.businessAccountId,
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: {
          display_phone_number: number.displayNumber.replace(/\D/g, ''),
          phone_number_id: number.phoneNumberId,
        },
        ...value,
      },
    };
  }

  /** Sends changes in one hook. */
  deliver(changes: readonly Change[]): void {
    const first = changes[0];
    const number = first && this.memory.numbers.find((one) => one.businessAccountId === first.waba);
    const target = number && targetOf(number);
    if (target) this.#hooks.send(target, envelope(changes));
  }

  /** Why a send is refused at once; null: it is taken. */
  refusal(
    phoneNumberId: string,
    to: string,
    body: Record<string, unknown>,
  ): { code: number; details?: string } | null {
    const code = magicCode(to);
    if (code !== null && !comesLate(code)) return { code };
    if (body.messaging_product !== 'whatsapp' || to === '') return { code: 131008 };
    if (to === this.number(phoneNumberId).displayNumber.replace(/\D/g, '')) return { code: 131021 };
    if (body.type === 'template') {
      const fault = sendFault(
        this.templatesOf(this.number(phoneNumberId).businessAccountId),
        body.template as Parameters<typeof sendFault>[1],
      );
      return fault === null ? null : { code: fault };
    }
    const details = shapeFault(body, (id) => this.memory.media.get(id));
    return details === null ? null : { code: 131009, details };
  }

  /** Takes a message and lets it move on. @returns its wamid */
  take(phoneNumberId: string, to: string, body: Record<string, unknown>): string {
    const id = newWamid();
    const message = {
      id,
      phoneNumberId,
      to,
      type: String(body.type),
      body,
      at: this.now(),
      statuses: [] as string[],
    };
    this.memory.sent.push(message);
    this.#tell();
    const open = (this.memory.lastWord.get(`${phoneNumberId} ${to}`) ?? 0) + DAY > this.now();
    const magic = magicCode(to);
    const failure = magic ?? (open || body.type === 'template' ? null : 131047);
    const wait = this.faults.statusDelay;
    if (failure !== null) this.#later(wait, () => this.status(id, 'failed', failure));
    else {
      this.#later(wait, () => this.status(id, 'sent'));
      this.#later(wait * 2, () => this.status(id, 'delivered'));
      if (!this.faults.noReads && body.type !== 'reaction')
        this.#later(wait * 3, () => this.status(id, 'read'));
    }
    return id;
  }

  /** The change that tells of a message's status. */
  statusChange(id: string, status: string, code?: number, details?: string): Change {
    const message = this.memory.sent.find((one) => one.id === id);
    if (!message) throw new Error(`The playground never took ${id}`);
    message.statuses.push(status);
    const data = message.body.biz_opaque_callback_data;
    return this.#change(this.number(message.phoneNumberId), {
      statuses: [
        {
          id,
          status,
          timestamp: String(Math.floor(this.now() / 1000)),
          recipient_id: message.to,
          ...(data === undefined ? {} : { biz_opaque_callback_data: data }),
          ...(status === 'sent' || status === 'delivered'
            ? { pricing: { billable: true, pricing_model: 'PMP', category: 'service' } }
            : {}),
          ...(code === undefined ? {} : { errors: [statusError(code, details)] }),
        },
      ],
    });
  }

  /** Tells of a message's status. */
  status(id: string, status: string, code?: number, details?: string): void {
    this.deliver([this.statusChange(id, status, code, details)]);
    this.#tell();
  }

  templatesOf(waba: string): Template[] {
    const known = this.memory.templates.get(waba) ?? [];
    this.memory.templates.set(waba, known);
    return known;
  }

  addTemplate(waba: string, given: Omit<Template, 'id'> & { id?: string }): Template {
    const template = { ...given, id: given.id ?? newId() };
    this.templatesOf(waba).push(template);
    this.#tell();
    return template;
  }

  /** Meta's verdict on a template, with its hook. */
  judge(waba: string, id: string, status: string, reason = 'NONE'): void {
    const template = this.templatesOf(waba).find((one) => one.id === id);
    if (!template) throw new Error(`The playground has no template ${id}`);
    template.status = status;
    if (status === 'REJECTED') template.rejected_reason = reason;
    this.deliver([
      {
        waba,
        field: 'message_template_status_update',
        value: {
          event: status,
          message_template_id: Number(id),
          message_template_name: template.name,
          message_template_language: template.language,
          reason,
        },
      },
    ]);
    this.#tell();
  }

  /** Meta moves a template to another category. */
  recategorise(waba: string, id: string, category: string): void {
    const template = this.templatesOf(waba).find((one) => one.id === id);
    if (!template) throw new Error(`The playground has no template ${id}`);
    const previous = template.category;
    template.category = category;
    this.deliver([
      {
        waba,
        field: 'template_category_update',
        value: {
          message_template_id: Number(id),
          message_template_name: template.name,
          message_template_language: template.language,
          previous_category: previous,
          new_category: category,
        },
      },
    ]);
  }

  /** Keeps a file. @returns its media id */
  addMedia(bytes: Buffer, type: string): string {
    const id = newId();
    this.memory.media.set(id, { id, bytes, type, sha256: sha256(bytes) });
    return id;
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

/** The body of a hook with these changes. */
export function envelope(changes: readonly Change[]): object {
  return {
    object: 'whatsapp_business_account',
    entry: changes.map(({ waba, field, value }) => ({ id: waba, changes: [{ field, value }] })),
  };
}

/** What a free message must be like; null: it is. */
function shapeFault(
  body: Record<string, unknown>,
  mediaOf: (id: string) => { bytes: Buffer; type: string } | undefined,
): string | null {
  const part = body[String(body.type)] as Record<string, unknown> | undefined;
  if (!part) return `Parameter ${String(body.type)} is missing`;
  switch (body.type) {
    case 'text': {
      const text = String(part.body ?? '');
      return text.length >= 1 && text.length <= 4096 ? null : 'text.body must have 1 to 4096 characters';
    }
    case 'interactive':
      return interactiveFault(part);
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return mediaPartFault(body.type, part, mediaOf(String(part.id)));
    default:
      return null;
  }
}

function mediaPartFault(
  kind: string,
  { id, link }: Record<string, unknown>,
  media: { bytes: Buffer; type: string } | undefined,
): string | null {
  if ((id === undefined) === (link === undefined)) return 'Exactly one of id and link';
  if (id === undefined) return null;
  return media ? sentFault(kind, { type: media.type, size: media.bytes.length }) : 'Media does not exist';
}

/** A `cta_url`: one address, and no reply beside it. */
function linkFault({ name, parameters, ...others }: Record<string, unknown>): string | null {
  const { display_text, url, ...more } = (parameters ?? {}) as Record<string, unknown>;
  if (name !== 'cta_url' || Object.keys(others).length > 0 || Object.keys(more).length > 0)
    return 'action must have name cta_url and one parameters object with display_text and url';
  const title = String(display_text ?? '');
  if (title.length < 1 || title.length > 20) return 'display_text must have 1 to 20 characters';
  return typeof url === 'string' && /^https:\/\/[^\s]+$/u.test(url) && url.length <= 2000
    ? null
    : 'url must be a valid https address';
}

function interactiveFault(part: Record<string, unknown>): string | null {
  const action = part.action as {
    button?: string;
    buttons?: { reply: { id: string; title: string } }[];
    sections?: { rows: { id: string; title: string }[] }[];
    name?: string;
    parameters?: { display_text?: string; url?: string };
  };
  const text = String((part.body as { text?: unknown } | undefined)?.text ?? '');
  if (text === '' || text.length > 1024) return 'interactive.body.text must have 1 to 1024 characters';
  if (part.type === 'button') {
    const titles = action.buttons?.map(({ reply }) => reply.title) ?? [];
    if (titles.length < 1 || titles.length > 3) return 'Between 1 and 3 buttons';
    if (titles.some((title) => title.length < 1 || title.length > 20))
      return 'Button title length invalid. Min length: 1, Max length: 20';
    return new Set(titles).size === titles.length ? null : 'Duplicated title for buttons';
  }
  if (part.type === 'cta_url') return linkFault(action);
  const rows = action.sections?.flatMap((section) => section.rows) ?? [];
  if (rows.length < 1 || rows.length > 10) return 'Total row count must be 1 to 10';
  if ((action.button?.length ?? 0) < 1 || (action.button?.length ?? 0) > 20)
    return 'List button length invalid';
  if (rows.some(({ title }) => title.length < 1 || title.length > 24))
    return 'Row title is too long. Max length is 24';
  return new Set(rows.map(({ id }) => id)).size === rows.length ? null : 'Duplicated row id';
}
