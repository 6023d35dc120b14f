/** A phone that writes to a number of WhatsApp. */
import type { WhatsAppNumber } from '../whatsapp/number.ts';
import type { Customer, WhatsApp } from '../whatsapp/whatsapp.ts';
import { KINDS, type Place, type Said, words } from './kinds.ts';
import { type Bubble, type Holder, interleave, type Line, type OwnWords } from './line.ts';

export function whatsappLine(whatsapp: WhatsApp, number: WhatsAppNumber, own: OwnWords): Line {
  const { phoneNumberId: id } = number;
  return {
    id,
    label: `WhatsApp · ${number.displayNumber} · ${number.verifiedName}`,
    hookUrl: number.hookUrl,
    appSecret: number.appSecret,
    kinds: Object.entries(KINDS).map(([kind, { label }]) => ({ kind, label })),
    chat(phone) {
      const sent = whatsapp.memory.sent
        .filter((one) => one.phoneNumberId === id && [phone, userIdOf(phone)].includes(one.to))
        .map((one): Bubble => {
          return { from: 'business', id: one.id, at: 0, ...shown(one.body), statuses: one.statuses };
        });
      const order = new Map(whatsapp.memory.sent.map((one, place) => [one.id, place]));
      return interleave(own.of(id, phone), sent, order);
    },
    write(holder, given) {
      const customer = customerOf(holder);
      const chat = own.of(id, holder.phone);
      const message = messageOf(whatsapp, given, {
        own: chat.findLast(({ text }) => !text.startsWith('['))?.id ?? chat.at(-1)?.id,
        theirs: whatsapp.memory.sent.findLast(
          ({ phoneNumberId, to, type }) =>
            phoneNumberId === id && to === (customer.phone ?? customer.userId) && type !== 'reaction',
        )?.id,
      });
      const said = whatsapp.customerWrites(number, customer, message.payload);
      const at = whatsapp.memory.sent.length;
      chat.push({ from: 'customer', id: said, at, text: message.text, options: [], statuses: [] });
    },
    connect(url) {
      number.hookUrl = url;
      return whatsapp.handshake(number);
    },
  };
}

function shown(body: Record<string, unknown>): Pick<Bubble, 'text' | 'options'> {
  const part = (body[String(body.type)] ?? {}) as Record<string, unknown>;
  if (body.type === 'text') return { text: String(part.body), options: [] };
  if (body.type === 'interactive') {
    const action = part.action as {
      buttons?: { reply: { id: string; title: string } }[];
      sections?: { rows: { id: string; title: string }[] }[];
    };
    const replies =
      action.buttons?.map(({ reply }) => reply) ?? action.sections?.flatMap(({ rows }) => rows) ?? [];
    return {
      text: String((part.body as { text: string }).text),
      options: replies.map(({ id, title }) => ({ id, title })),
    };
  }
  if (body.type === 'template') {
    return { text: `Plantilla ${String(part.name)}: ${JSON.stringify(part.components ?? [])}`, options: [] };
  }
  return { text: `[${String(body.type)}] ${String(part.caption ?? part.filename ?? '')}`, options: [] };
}

/** Who hides their phone is known by an id of the business's own. */
function customerOf({ phone, name, hidden }: Holder): Customer {
  return hidden
    ? { name, phone: null, userId: userIdOf(phone), username: 'cliente.de.prueba' }
    : { name, phone };
}
const userIdOf = (phone: string) => `CL.${phone}`;

function messageOf(
  whatsapp: WhatsApp,
  { kind: name, text, button }: { kind: string; text: string; button: string },
  last: Pick<Place, 'own' | 'theirs'>,
): Said {
  if (name === 'button') {
    const button_reply = { id: button, title: text };
    return { text, payload: { type: 'interactive', interactive: { type: 'button_reply', button_reply } } };
  }
  const kind = KINDS[name];
  return kind ? kind.make({ whatsapp, text, ...last }) : { text, payload: words(text) };
}
