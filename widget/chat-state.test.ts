import { expect, it } from 'vitest';
import type { VisitorConnected, VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import { type ChatState, liveButtons, reduceChat, startChat } from './chat-state.ts';

const at = '2026-11-21T03:00:00.000Z';
const message = (part: Partial<VisitorMessage>): VisitorMessage => ({
  conversation_id: 'c1',
  mid: 'm1',
  temporal_id: null,
  message_status: 'sent',
  from: 'bot',
  text: 'Hola',
  agent: null,
  buttons: [],
  attachments: [],
  created_at: at,
  order: 1,
  ...part,
});
const connected = (part: Partial<VisitorConnected>): VisitorConnected => ({
  roomToken: 'r',
  conversation_id: null,
  state: null,
  agent: null,
  messages: [],
  bot: {
    name: 'Tienda',
    avatar: null,
    position: 'right',
    launcher: '',
    menu: 'start',
    color: '#0f766e',
    welcome: 'Hola',
    buttons: [{ id: 'b', label: 'Envíos' }],
  },
  may_rate: false,
  visits: true,
  ...part,
});
const unsent = { temporal_id: 'v-00000001', text: 'hola', label: 'hola', created_at: at };
const after = (state: ChatState, ...actions: Parameters<typeof reduceChat>[1][]) =>
  actions.reduce(reduceChat, state);

it('CHAT-1 shows one bubble when the acknowledgement and the message both arrive, in either order', () => {
  const ack = {
    type: 'acknowledged',
    temporal_id: unsent.temporal_id,
    mid: 'm1',
    conversation_id: 'c1',
  } as const;
  const echo = {
    type: 'message',
    message: message({ from: 'Cliente', temporal_id: unsent.temporal_id }),
  } as const;
  for (const order of [
    [ack, echo],
    [echo, ack],
  ]) {
    const state = after(startChat([unsent]), { type: 'connected', data: connected({}) }, ...order);
    expect(state.unsent).toEqual([]);
    expect(state.messages.map((entry) => entry.mid)).toEqual(['m1']);
  }
});

it('CHAT-2 keeps what was not acknowledged over a reconnect, and drops it when the server has it', () => {
  const lost = after(startChat([unsent]), { type: 'connected', data: connected({}) });
  expect(lost.unsent).toHaveLength(1);
  const had = message({ from: 'Cliente', temporal_id: unsent.temporal_id });
  const found = after(lost, {
    type: 'connected',
    data: connected({ conversation_id: 'c1', messages: [had] }),
  });
  expect(found.unsent).toEqual([]);
  expect(found.messages).toHaveLength(1);
});

it('CHAT-3 never moves a status backwards', () => {
  const state = after(
    startChat([]),
    { type: 'message', message: message({ message_status: 'read' }) },
    { type: 'status', mid: 'm1', status: 'delivered' },
    { type: 'message', message: message({ message_status: 'sent' }) },
  );
  expect(state.messages[0]?.message_status).toBe('read');
});

it('CHAT-4 orders messages as the server does, whatever order they arrive in', () => {
  const state = after(
    startChat([]),
    { type: 'message', message: message({ mid: 'm2', order: 2 }) },
    { type: 'message', message: message({ mid: 'm1', order: 1 }) },
  );
  expect(state.messages.map((entry) => entry.mid)).toEqual(['m1', 'm2']);
});

it('CHAT-5 leaves buttons pressable only while the bot answers and nothing is under way', () => {
  const menu = message({ buttons: [{ id: 'b', label: 'Envíos' }] });
  const bot = after(startChat([]), { type: 'connected', data: connected({}) });
  expect(liveButtons(bot)).toBe('welcome');
  const asked = after(bot, { type: 'message', message: menu });
  expect(liveButtons(asked)).toBe('m1');
  const taken = after(asked, {
    type: 'state',
    conversation_id: 'c1',
    state: 'taken',
    agent: { name: 'Ana', image: null },
    mayRate: false,
  });
  expect(liveButtons(taken)).toBeNull();
  expect(taken.agent?.name).toBe('Ana');
});

it('CHAT-5 leaves what a person offers pressable while they have it, until something else is said or it is over', () => {
  const offer = message({ from: 'agent', buttons: [{ id: 'offer:1', label: 'Sí' }] });
  const moved = (state: 'taken' | 'closed') =>
    ({ type: 'state', conversation_id: 'c1', state, agent: null, mayRate: false }) as const;
  const offered = after(
    startChat([]),
    { type: 'connected', data: connected({ conversation_id: 'c1', state: 'taken' }) },
    { type: 'message', message: offer },
  );
  expect(liveButtons(offered)).toBe('m1');
  expect(liveButtons(after(offered, moved('closed')))).toBeNull();
  const said = after(offered, { type: 'message', message: message({ mid: 'm2', order: 2, from: 'agent' }) });
  expect(liveButtons(said)).toBeNull();
});

it('CHAT-6 ignores a late word about an earlier conversation', () => {
  const state = after(
    startChat([]),
    { type: 'connected', data: connected({ conversation_id: 'c2', state: 'active' }) },
    { type: 'state', conversation_id: 'c1', state: 'closed', agent: undefined, mayRate: true },
  );
  expect(state.conversationState).toBe('active');
});

it('CHAT-7 shows what the bot writes as it grows, until the message that ends it', () => {
  const grows = (text: string) => ({ type: 'typing', who: 'bot', name: null, text, until: 10 }) as const;
  const growing = after(startChat([]), grows('Los en'), grows('Los envíos demoran'));
  expect(growing.typing).toMatchObject({ who: 'bot', text: 'Los envíos demoran' });
  const ended = after(growing, {
    type: 'message',
    message: message({ text: 'Los envíos demoran tres días.' }),
  });
  expect(ended.typing).toBeNull();
  expect(ended.messages.map(({ text }) => text)).toEqual(['Los envíos demoran tres días.']);
});

it('WID-25 shows what the bot is about to say as its latest word, once it is said as the message, and never both', () => {
  const earlier = message({ mid: 'm0', from: 'Cliente', text: 'ayer', order: 4 });
  const greeting = message({
    conversation_id: '',
    mid: '',
    text: '¿Dudas?',
    order: 0.5,
    message_status: 'read',
  });
  const data = connected({ conversation_id: null });
  const begun = after(startChat([]), { type: 'connected', data }, { type: 'message', message: greeting });
  expect(begun.messages).toEqual([greeting]);
  // Nobody is written down by it.
  expect(begun.conversationId).toBeNull();
  // The bot's message and the visitor's own, in either order with the acknowledgement.
  const spoken = message({ mid: 'm1', text: '¿Dudas?', order: 1 });
  const own = message({
    mid: 'm2',
    from: 'Cliente',
    text: 'hola',
    temporal_id: unsent.temporal_id,
    order: 2,
  });
  const ack = {
    type: 'acknowledged',
    temporal_id: unsent.temporal_id,
    mid: 'm2',
    conversation_id: 'c1',
  } as const;
  const echo = (of: VisitorMessage) => ({ type: 'message', message: of }) as const;
  for (const order of [
    [ack, echo(spoken), echo(own)],
    [echo(spoken), echo(own), ack],
    [echo(spoken), ack, echo(own)],
  ])
    expect(
      after(begun, { type: 'write', message: unsent }, ...order).messages.map(({ text }) => text),
    ).toEqual(['¿Dudas?', 'hola']);
  // In a conversation that goes on it stands last; a connection that comes back shows what was said instead.
  const going = connected({ conversation_id: 'c1', state: 'active', messages: [earlier] });
  const later = { ...greeting, conversation_id: 'c1', order: 4.5 };
  const present = after(startChat([]), { type: 'connected', data: going }, echo(later));
  expect(present.messages.map(({ text }) => text)).toEqual(['ayer', '¿Dudas?']);
  const back = connected({ ...going, messages: [earlier, { ...spoken, order: 5 }, { ...own, order: 6 }] });
  expect(after(present, { type: 'connected', data: back }).messages.map(({ text }) => text)).toEqual([
    'ayer',
    '¿Dudas?',
    'hola',
  ]);
});
