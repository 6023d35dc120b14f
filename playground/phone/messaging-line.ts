/** A phone that writes to a page of Messenger or an account of Instagram. */
import type { MessagingAccount } from '../messenger/account.ts';
import type { Messaging } from '../messenger/messaging.ts';
import { type Bubble, interleave, type Line, type OwnWords } from './line.ts';
import { MESSAGING_KINDS } from './messaging-kinds.ts';

const NAMES = { messenger: 'Messenger', instagram: 'Instagram' };

export function messagingLine(messaging: Messaging, account: MessagingAccount, own: OwnWords): Line {
  const { id, channel } = account;
  const kinds = Object.entries(MESSAGING_KINDS).filter(
    ([, { only }]) => only === undefined || only === channel,
  );
  return {
    id,
    label: `${NAMES[channel]} · ${account.username ? `@${account.username}` : account.name}`,
    hookUrl: account.hookUrl,
    appSecret: account.appSecret,
    kinds: kinds.map(([kind, { label }]) => ({ kind, label })),
    chat(phone) {
      const sent = messaging.memory.sent
        .filter((one) => one.account === id && one.to === phone)
        .map((one): Bubble => {
          return { from: 'business', id: one.id, at: 0, ...shown(one.body), statuses: one.statuses };
        });
      const order = new Map(messaging.memory.sent.map((one, place) => [one.id, place]));
      return interleave(own.of(id, phone), sent, order);
    },
    write({ phone, name, hidden }, { kind, text, button }) {
      const chat = own.of(id, phone);
      const made =
        kind === 'button'
          ? { text, event: { message: { text, quick_reply: { payload: button } } } }
          : (MESSAGING_KINDS[kind] ?? MESSAGING_KINDS.text)?.make({
              messaging,
              text,
              own: chat.findLast((one) => !one.text.startsWith('['))?.id ?? chat.at(-1)?.id,
              theirs: messaging.memory.sent.findLast((one) => one.account === id && one.to === phone)?.id,
            });
      if (!made) return;
      const at = messaging.memory.sent.length;
      if ('echo' in made && made.echo) messaging.echo(account, phone, made.echo);
      const picture = messaging.picture;
      const who = {
        id: phone,
        name,
        hidden,
        picture,
        ...(channel === 'instagram' ? { username: 'cliente.de.prueba' } : {}),
      };
      const said = made.event ? messaging.customerWrites(account, who, made.event) : '';
      chat.push({ from: 'customer', id: said, at, text: made.text, options: [], statuses: [] });
    },
    connect(url) {
      account.hookUrl = url;
      return messaging.handshake(account);
    },
  };
}

function shown(body: Record<string, unknown>): Pick<Bubble, 'text' | 'options'> {
  const {
    text,
    attachment,
    quick_replies = [],
  } = body.message as {
    text?: string;
    attachment?: { type: string; payload?: { elements?: { title: string; subtitle?: string }[] } };
    quick_replies?: { title: string; payload: string }[];
  };
  const cards = attachment?.payload?.elements
    ?.map((one) => `▣ ${one.title} — ${one.subtitle ?? ''}`)
    .join('\n');
  const tag = body.tag === undefined ? '' : `[${String(body.tag)}] `;
  return {
    text: `${tag}${text ?? cards ?? `[${attachment?.type ?? 'nada'}]`}`,
    options: quick_replies.map(({ title, payload }) => ({ id: payload, title })),
  };
}
