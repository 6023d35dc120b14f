/**
 * Entry of `/widget/proactive.js`: proactive messages of the chat in a site. It comes after the page and only where a bot
 * has rules; it asks for them once, decides as the owner's screen does (contract/proactive/decide.ts), and shows one bubble
 * at a time. What it does by itself is never more than that: the chat opens when the visitor wants it.
 *
 *   page ──▶ waits the rule's seconds ──▶ bubble ──answer──▶ the chat, with the message as the bot's first
 *                 │                          └──close, Esc──▶ over for this visitor
 *                 └── the chat is open, news are unread, a person has the conversation ──▶ nothing
 */
import type { ProactiveShown } from '../../contract/entities/proactive.ts';
import { decideProactive } from '../../contract/proactive/decide.ts';
import { PROACTIVE_LIMITS } from '../../contract/proactive-limits.ts';
import { type Check, flag, list, number, oneOf, orNull, shape, text } from '../checks.ts';
import type { Greeting, ProactiveFrame, StartProactive } from '../frame.ts';
import { usableStorage } from '../keep.ts';
import { onPageChange } from '../page-changes.ts';
import { addSheet } from '../sheet.ts';
import { Bubble } from './bubble.ts';
import { Memory } from './memory.ts';
import css from './proactive.css?inline';

type Rule = ProactiveShown['rules'][number];

/** Held to the contract's type by the compiler. */
const isShown: Check<ProactiveShown> = shape<ProactiveShown>({
  rules: list(
    shape<Rule>({
      id: text,
      paths: list(shape<Rule['paths'][number]>({ how: oneOf('contains', 'is', 'starts'), path: text })),
      hosts: list(text),
      seconds: number,
      visit: number,
      hours: oneOf('any', 'open'),
      every: number,
      text,
    }),
  ),
  open: flag,
  changes_at: orNull(text),
});

/** What the chat is about to say is asked again after this long. Milliseconds. */
const AGAIN = 2_000;

/** What is a page of its own: jumps within one are none, routes behind '#/' are. */
const pageNow = (): string => location.href.replace(/#(?!\/).*$/, '');

const greetingOf = (rule: string, text: string): Greeting => ({
  rule,
  message: {
    conversation_id: '',
    mid: '',
    temporal_id: null,
    message_status: 'read',
    from: 'bot',
    text,
    agent: null,
    buttons: [],
    attachments: [],
    created_at: new Date().toISOString(),
    order: 0,
  },
});

export const start: StartProactive = (frame) => {
  const storage = usableStorage();
  // Who remembers nothing would be told at every page: rather never.
  return storage ? begin(frame, new Memory(frame.settings.botId, storage)) : () => undefined;
};

function begin(frame: ProactiveFrame, memory: Memory): (unread: number) => void {
  const { settings, signal } = frame;
  const { origin, botId, botToken } = settings;
  const address = `${origin}/visitor/proactive/${botId}`;
  const token = `token=${encodeURIComponent(botToken)}`;
  let shown: ProactiveShown | null = null;
  let page = pageNow();
  let since = Date.now();
  let unread = 0;
  /** They had the chat open on this page: they know of it. */
  let engaged = frame.open;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The one that shows. */
  let showing: Rule | null = null;

  addSheet(frame.root, css);
  const bubble = new Bubble(frame.root, frame.place);
  memory.visit(since);

  const tell = (rule: string, what: 'shown' | 'opened') =>
    navigator.sendBeacon(
      `${address}/told?${token}&rule=${encodeURIComponent(rule)}&what=${what}&browser=${memory.value.browser}`,
    );

  function fitting(now: number): Rule | null {
    if (!shown || showing || engaged) return null;
    const { rules, changes_at } = shown;
    const changed = changes_at !== null && now >= Date.parse(changes_at);
    const { visits, told } = memory.value;
    return decideProactive(rules, { page, visit: visits, open: shown.open !== changed, now, told });
  }

  function plan(): void {
    clearTimeout(timer);
    const now = Date.now();
    const rule = fitting(now);
    if (!rule) return;
    const left = since + rule.seconds * 1_000 - now;
    if (left > 0) timer = setTimeout(plan, left);
    else if (document.hidden || unread > 0) return;
    // Who was here before may have a conversation: the chat hears of it when it has come.
    else if (frame.keep.value.roomToken !== null && frame.talk === undefined) timer = setTimeout(plan, AGAIN);
    else if (frame.talk === 'pending' || frame.talk === 'taken') return;
    else if (memory.tell({ id: rule.id, at: now, over: false })) show(rule);
  }

  function show(rule: Rule): void {
    showing = rule;
    bubble.show(rule.text, frame.language, (wish) => {
      if (wish === 'open') frame.show(true);
      else dismiss();
    });
    tell(rule.id, 'shown');
  }

  function end(over: boolean): boolean {
    if (!showing) return false;
    if (over) memory.tell({ id: showing.id, at: Date.now(), over });
    showing = null;
    return bubble.hide();
  }

  function dismiss(): void {
    if (end(true)) frame.root.querySelector<HTMLElement>('.launcher')?.focus();
  }

  /** The chat opens while one shows, by whatever button: it is its first message. */
  function answer(rule: Rule): void {
    end(true);
    frame.greeting = greetingOf(rule.id, rule.text);
    frame.onGreeting?.();
    tell(rule.id, 'opened');
  }

  function restore(): void {
    const { greeting } = memory.value;
    if (!greeting) return;
    memory.set({ greeting: null });
    if (!frame.open || Date.now() - greeting.at > PROACTIVE_LIMITS.visitGap) return;
    frame.greeting = greetingOf(greeting.rule, greeting.text);
    frame.onGreeting?.();
  }

  async function ask(): Promise<void> {
    const heard = await fetch(`${address}?${token}`);
    if (heard.status === 404) return;
    const rules: unknown = await heard.json();
    if (!isShown(rules)) throw new TypeError('not proactive messages');
    shown = rules;
    plan();
  }

  restore();
  onPageChange(() => {
    const now = pageNow();
    if (now === page) return;
    page = now;
    since = Date.now();
    engaged = frame.open;
    end(false);
    memory.visit(since);
    plan();
  }, signal);
  document.addEventListener('visibilitychange', plan, { signal });
  addEventListener(
    'pagehide',
    () => {
      const { greeting } = frame;
      if (greeting)
        memory.set({ greeting: { rule: greeting.rule, text: greeting.message.text, at: Date.now() } });
    },
    { signal },
  );
  frame.root.addEventListener(
    'keydown',
    (event) => {
      if ((event as KeyboardEvent).key === 'Escape') dismiss();
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    bubble.remove();
  });
  ask().catch((error: unknown) => console.warn('[chat] sin mensajes', error));

  return (now) => {
    const news = now !== unread;
    unread = now;
    if (frame.open) {
      engaged = true;
      clearTimeout(timer);
      if (showing) answer(showing);
    } else if (news) plan();
  };
}
