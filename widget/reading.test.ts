/** The chat's own checks and the contract's schemas say the same of whole values and of every spoiled one. */
import { describe, expect, it } from 'vitest';
import { launcherLook } from '../contract/entities/bot.ts';
import { shownWhatsAppButton } from '../contract/entities/whatsapp-button.ts';
import { visitorEvents, visitorMessageAck } from '../contract/realtime/visitor-socket.ts';
import { isShownButton } from './button/ask.ts';
import { isAck, isConnected, isNewMessage, isState, isStatus, isTyping } from './reading.ts';
import { isLauncherLook } from './reading-look.ts';

const agent = { name: 'Ana', image: null };
const button = { id: 'precios', label: 'Precios' };
const launcher = { color: '#0f766e', position: 'right', launcher: '' };
const message = {
  conversation_id: 'c1',
  mid: 'm1',
  temporal_id: null,
  message_status: 'sent',
  from: 'agent',
  text: 'hola',
  agent,
  buttons: [button],
  attachments: [
    { id: 'f1', name: 'a.png', type: 'image/png', size: 9, url: '/uploads/f1' },
    { id: 'f2', name: 'b.png', type: 'image/png', size: 0 },
  ],
  created_at: '2026-11-21T03:00:00.000Z',
  order: 1,
};
const connected = {
  roomToken: 'r',
  conversation_id: 'c1',
  state: 'taken',
  agent,
  messages: [message],
  bot: { ...launcher, name: 'Bot', avatar: null, welcome: '', menu: 'start', buttons: [button] },
  may_rate: false,
  visits: true,
};

const shownButton = {
  color: '#0b7a5a',
  position: 'left',
  label: 'Hola',
  greeting: '',
  places: { pages: 'only', paths: ['/a'], devices: 'all' },
  contacts: [{ name: 'Ventas', area: null, phone: '569', text: '', open: true, note: 'Abierto ahora' }],
  changes_at: '2026-11-21T03:00:00.000Z',
};

const READ = [
  ['the WhatsApp button', isShownButton, shownWhatsAppButton, shownButton],
  ['launcher', isLauncherLook, launcherLook, { ...launcher, whatsapp: true }],
  ['CONNECTED', isConnected, visitorEvents.CONNECTED, connected],
  ['NEW_MESSAGE', isNewMessage, visitorEvents.NEW_MESSAGE, { message }],
  ['NEW_MESSAGE_STATUS', isStatus, visitorEvents.NEW_MESSAGE_STATUS, { mid: 'm', message_status: 'read' }],
  ['TYPING', isTyping, visitorEvents.TYPING, { who: 'agent', name: null, text: 'ho' }],
  ['CONVERSATION_STATE', isState, visitorEvents.CONVERSATION_STATE, { ...connected, conversation_id: 'c' }],
  ['an acknowledgement', isAck, visitorMessageAck, { mid: 'm', temporal_id: 't', conversation_id: 'c' }],
  ['a refusal', isAck, visitorMessageAck, { error: 'closed', message: 'Está cerrada.' }],
] as const;

/** Texts whose form the server alone knows. */
const FORMED: Record<string, string> = {
  created_at: message.created_at,
  changes_at: message.created_at,
  color: shownButton.color,
};

/** The value with each of its parts, however deep, gone or replaced by something of another kind. */
function* spoiled(value: unknown): Generator<unknown> {
  for (const other of [undefined, null, 7, 'otra cosa', false, [], {}]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    for (const other of spoiled(part)) {
      if (Array.isArray(value)) yield value.with(Number(name), other);
      else yield { ...value, [name]: other };
    }
  }
}

describe.each(READ)('%s', (_, check, schema, whole) => {
  it('CHAT-8 is taken whole, and with more than is known', () => {
    expect(check(whole)).toBe(true);
    expect(check({ ...whole, news: 1 })).toBe(true);
  });

  it('CHAT-8 is refused where the contract refuses it', () => {
    // Lengths and forms of texts are the server's: such a text is put right before the schema is asked.
    const formed = (value: unknown): unknown =>
      JSON.parse(
        JSON.stringify(value, (key, part) => (typeof part === 'string' ? (FORMED[key] ?? part) : part)) ??
          'null',
      );
    const differing = [...spoiled(whole)].filter(
      (value) => check(value) !== schema.safeParse(formed(value)).success,
    );
    expect(differing).toEqual([]);
  });
});
