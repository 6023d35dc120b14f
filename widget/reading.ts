/**
 * Whether what the server said is what the contract promises. The contract's schemas and their library would be a fifth
 * of the file that every page of a site waits for; these checks are held to the same types instead: a field of the
 * contract that nobody looks at here does not compile. A text's length or a date's form is the server's to know.
 */
import type { BotLook } from '../contract/entities/bot.ts';
import type { Attachment, Button } from '../contract/entities/message.ts';
import type { ProductCard } from '../contract/entities/product-card.ts';
import type {
  VisitorConnected,
  VisitorEvents,
  VisitorMessage,
  VisitorMessageAck,
} from '../contract/realtime/visitor-socket.ts';
import { CONVERSATION_STATES, MESSAGE_STATUSES } from '../contract/state-names.ts';
import { type Check, flag, list, number, oneOf, optional, orNull, shape, text } from './checks.ts';
import { launcherShape } from './reading-look.ts';

const button = shape<Button>({ id: text, label: text, url: optional(text) });
const agent = shape<{ name: string; image: string | null }>({ name: text, image: orNull(text) });
const message = shape<VisitorMessage>({
  conversation_id: text,
  mid: text,
  temporal_id: orNull(text),
  message_status: oneOf(...MESSAGE_STATUSES),
  from: oneOf('Cliente', 'agent', 'bot', 'system'),
  text,
  agent: orNull(agent),
  buttons: list(button),
  attachments: list(
    shape<Omit<Attachment, 'state' | 'reason'>>({
      id: text,
      name: text,
      type: text,
      size: number,
      url: optional(text),
    }),
  ),
  cards: optional(
    list(
      shape<ProductCard>({
        product_id: text,
        title: text,
        price: orNull(number),
        list_price: orNull(number),
        currency: text,
        available: flag,
        note: orNull(text),
        image: orNull(text),
        url: orNull(text),
        seen_at: text,
      }),
    ),
  ),
  created_at: text,
  order: number,
});
const taken = shape<Extract<VisitorMessageAck, { mid: string }>>({
  mid: text,
  temporal_id: text,
  conversation_id: text,
});
const refused = shape<Extract<VisitorMessageAck, { error: string }>>({ error: text, message: text });

/** The conversation as it stands, and how the chat looks. */
export const isConnected = shape<VisitorConnected>({
  roomToken: text,
  signed: optional(flag),
  conversation_id: orNull(text),
  state: orNull(oneOf(...CONVERSATION_STATES)),
  agent: orNull(agent),
  messages: list(message),
  bot: shape<BotLook>({
    ...launcherShape,
    name: text,
    avatar: orNull(text),
    welcome: text,
    menu: oneOf('start', 'always', 'never'),
    buttons: list(button),
  }),
  may_rate: flag,
  waiting: optional(orNull(text)),
  form: optional(flag),
  visits: flag,
  articles: optional(flag),
});

export const isNewMessage = shape<VisitorEvents['NEW_MESSAGE']>({ message });

export const isStatus = shape<VisitorEvents['NEW_MESSAGE_STATUS']>({
  mid: text,
  message_status: oneOf(...MESSAGE_STATUSES),
});

export const isTyping = shape<VisitorEvents['TYPING']>({
  who: oneOf('agent', 'bot'),
  name: orNull(text),
  text: optional(text),
});

export const isState = shape<VisitorEvents['CONVERSATION_STATE']>({
  conversation_id: text,
  state: oneOf(...CONVERSATION_STATES),
  agent: optional(orNull(agent)),
  may_rate: flag,
  waiting: optional(orNull(text)),
  form: optional(flag),
});

/** Why the page around a shown chat did not take a message. */
export const isRefusal = shape<{ temporal_id: string; message: string }>({
  temporal_id: text,
  message: text,
});

/** What became of a message that the visitor sent. */
export const isAck: Check<VisitorMessageAck> = (value): value is VisitorMessageAck =>
  taken(value) || refused(value);
