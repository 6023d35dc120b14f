/**
 * The naive design: everything that there is, in the page. All conversations are rows and all messages bubbles, asked
 * for over HTTP before anything is shown; rows are memoised, so that only their number is naive.
 */
import { createElement as h, memo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { conversationCalls } from '../../contract/calls/conversations.ts';
import type { Conversation } from '../../contract/entities/conversation.ts';
import type { Message } from '../../contract/entities/message.ts';
import { LIMITS } from '../../contract/limits.ts';
import { SERVICE_BASES } from '../../contract/services.ts';
import { RichText } from '../../src/ui/rich-text.tsx';
import type { NaiveStart, ProbeWindow } from './measured.ts';

const STYLE = `
  body { margin: 0; font: 14px/1.4 system-ui; }
  main { display: grid; grid-template-columns: 320px 1fr; height: 100vh; }
  .list, .log { overflow-y: auto; }
  .row { display: grid; gap: 2px; height: 74px; padding: 8px 12px; box-sizing: border-box; border-bottom: 1px solid #ddd; overflow: hidden; }
  .bubble { max-width: 34rem; margin: 6px 16px; padding: 6px 12px; border: 1px solid #ddd; border-radius: 12px; }
  .side { display: grid; grid-template-rows: 1fr auto; min-height: 0; }
  textarea { min-height: 3.4rem; }
`;

const Row = memo(function Row({ card, onOpen }: { card: Conversation; onOpen: (id: string) => void }) {
  return h(
    'div',
    { className: 'row', 'data-conversation': card.id, onClick: () => onOpen(card.id) },
    h('strong', null, card.lead_name),
    h('span', null, card.last_message),
    h('small', null, card.channel, ' · ', new Date(card.last_message_date).toLocaleTimeString('es-CL')),
  );
});

const Bubble = memo(function Bubble({ message }: { message: Message }) {
  return h(
    'article',
    { className: 'bubble', 'data-of': message.conversation_id },
    h(RichText, { text: message.text, reading: { dialect: 'markdown', labels: false } }),
    h('small', null, new Date(message.created_at).toLocaleTimeString('es-CL')),
  );
});

interface Asker {
  cards: readonly Conversation[];
  messages(id: string): Promise<readonly Message[]>;
}

function Inbox({ cards, messages }: Asker) {
  const [open, setOpen] = useState<readonly Message[]>([]);
  const [text, setText] = useState('');
  const [show] = useState(() => (id: string) => void messages(id).then(setOpen));
  return h(
    'main',
    null,
    h(
      'div',
      { className: 'list' },
      cards.map((card) => h(Row, { key: card.id, card, onOpen: show })),
    ),
    h(
      'div',
      { className: 'side' },
      h(
        'div',
        { className: 'log' },
        open.map((message) => h(Bubble, { key: message._id, message })),
      ),
      h('textarea', {
        value: text,
        onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
      }),
    ),
  );
}

/** Every page of an answer, one after the other. */
async function start({ credentials, botId }: NaiveStart): Promise<void> {
  const headers = { ...credentials, 'accept-version': 'v1', 'content-type': 'application/json' };
  const base = SERVICE_BASES.conversations;
  const cards: Conversation[] = [];
  let before: { last_message_date: string; id: string } | undefined;
  for (;;) {
    const filters = { bot_id: botId, state: 'pending', ...(before ? { before } : {}) };
    const answer = await fetch(`${base}/conversations/filter_conversation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ filters, items: LIMITS.pageItems }),
    });
    const { conversations } = conversationCalls.filter.answer.parse(await answer.json());
    cards.push(...conversations);
    const last = conversations.at(-1);
    if (!last || conversations.length < LIMITS.pageItems) break;
    before = { last_message_date: last.last_message_date, id: last.id };
  }
  /** Kept, as ours are: what is compared is showing them. */
  const known = new Map<string, readonly Message[]>();
  const messages = async (id: string) => {
    const kept = known.get(id);
    if (kept) return kept;
    let all: Message[] = [];
    for (;;) {
      const first = all[0] ? `&before=${all[0]._id}` : '';
      const path = `/session_logs/by_conversation_id/${id}?items=${LIMITS.pageItems}${first}`;
      const page = conversationCalls.messages.answer.parse(
        await (await fetch(base + path, { headers })).json(),
      );
      all = [...page, ...all];
      if (page.length < LIMITS.pageItems) break;
    }
    known.set(id, all);
    return all;
  };
  document.head.append(Object.assign(document.createElement('style'), { textContent: STYLE }));
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.replaceChildren(root);
  createRoot(root).render(h(Inbox, { cards, messages }));
}

(globalThis as unknown as ProbeWindow).startNaive = start;
