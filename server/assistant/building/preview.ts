/** The draft tried out: a turn without a conversation, answered as the chat would, its language model included. */
import type * as z from 'zod/mini';
import type { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { LlmTrace } from '../../../contract/entities/bot-trace.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { area } from '../../../contract/states.ts';
import { readCalendar } from '../../calendar/calendar.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { Limit } from '../../platform/limits/limiter.ts';
import type { BotMind, BotMinds } from '../bot-minds.ts';
import { answerChosen, answerTurn, choosableIn } from '../bot-runner.ts';
import type { DocumentKnowledge } from '../documents/knowledge.ts';
import type { Surroundings } from '../engine/choose-node.ts';
import type { BotInput, BotReply } from '../engine/respond.ts';
import { withCodes } from '../engine/ticket.ts';
import { toWireTrace } from '../engine/trace.ts';
import { askLlm } from '../llm/ask.ts';
import { asksChoice, asksModel } from '../llm/asks-model.ts';
import { type Chosen, chooseInteraction } from '../llm/choose.ts';
import { readLlmConfig } from '../llm/settings.ts';
import { speak } from '../speak.ts';
import { meantOf } from '../take-turn.ts';
import type { DraftMinds } from './draft-minds.ts';
import type { PreviewedOrders } from './previewed-orders.ts';

type PreviewBody = z.output<NonNullable<typeof botDraftCalls.previewTurn.body>>;

/** What turns are tried out with. */
export interface PreviewPorts {
  app: App;
  minds: BotMinds;
  drafts: DraftMinds;
  knowledge: DocumentKnowledge;
  /** How often a person may make the language model answer. */
  tries: Limit;
  /** What a reply comes to that asks a shop. */
  orders: PreviewedOrders;
}
interface Caller {
  userId: number;
  /** Ends when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** What a ticket is called that nobody opened: codes begin after it. */
const SAMPLE_CODE = 'T-1000';

/** One turn. Throws not_found where nothing is published and that was asked for. */
export async function previewTurn(ports: PreviewPorts, body: PreviewBody, caller: Caller) {
  const { app, minds, drafts } = ports;
  const { bot_id: botId, text, button, context = null } = body;
  const draft = body.of === 'published' ? null : await drafts.of(app.db, botId);
  const mind = draft ? draft.mind : await minds.of(app.db, botId);
  if (!mind) throw new Refused('not_found', { message: 'Todavía no hay nada publicado.' });
  const input: BotInput =
    button !== undefined
      ? { button, ...(text === undefined ? {} : { text }) }
      : text !== undefined
        ? { text }
        : { start: true };
  const { channel = 'web', open } = body;
  const said = button === undefined ? (text ?? '') : '';
  const heard = said === '' ? null : await minds.hear(app.db, botId, mind, said);
  const around: Surroundings = {
    now: app.clock.now(),
    channel,
    calendar: await readCalendar(app.db, botId),
    ...(open === undefined ? {} : { open }),
    ...(heard?.meaning ? { meaning: heard.meaning } : {}),
    ...(mind.hasOrders ? { orders: { known: false } } : {}),
  };
  const engines = answerTurn(mind, context, input, around);
  const model = await modelsPart(ports, body, engines, caller, { mind, stored: context, around });
  const reply = await ports.orders(model.reply ?? engines, { mind, botId, userId: caller.userId });
  const opens = model.text === null ? (reply.opens ?? []) : [];
  const sample = { code: SAMPLE_CODE, url: `${app.config.publicUrl}/ticket/ejemplo` };
  const { messages, memory } = withCodes(
    { messages: meantOf(reply), memory: reply.context },
    new Map(opens.map(({ node }) => [node, sample])),
  );
  const trace = toWireTrace(mind.compiled, reply.trace);
  const { llm } = model;
  return {
    messages: model.text === null ? await speak(app.db, mind, messages) : [{ text: model.text, buttons: [] }],
    handoff: reply.handoff ? { area: area.safeParse(reply.handoff.area).data ?? null } : null,
    // As in the chat: what the model answered was understood.
    tickets: opens.map(({ subject, priority, area: of }) => ({ subject, priority, area: of })),
    context: model.text === null ? memory : { ...reply.context, fallbacks: 0 },
    trace: {
      ...trace,
      // The engine's passages are what it would have quoted: the model says itself what it used.
      passages: trace.passages.map((passage) =>
        model.text === null ? passage : { ...passage, used: llm?.sources.includes(passage.title) ?? false },
      ),
      llm,
      meaning: heard && { asked: heard.asked, reason: heard.reason },
    },
    revision: draft?.revision ?? 0,
  };
}

/** Before the caller's own patience ends; the chat gives the model longer. Milliseconds. */
const PATIENCE = LIMITS.requestTimeout - 5_000;
const TOO_OFTEN = 'Preguntaste muchas veces en poco tiempo. Espera un minuto.';

/** What the model says in the engine's place (null: nothing), and why; `llm` null where the installation has none. */
async function modelsPart(
  { app, knowledge, tries }: PreviewPorts,
  { bot_id: botId, of, text = '', button, earlier = [] }: PreviewBody,
  { trace }: BotReply,
  { userId, signal }: Caller,
  { mind, stored, around }: { mind: BotMind; stored: unknown; around: Surroundings },
): Promise<{ text: string | null; reply?: BotReply; llm: LlmTrace | null }> {
  if (!app.config.llm) return { text: null, llm: null };
  const quiet = { asked: false, reason: null, sources: [], tokens: 0 };
  const config = await readLlmConfig(app, app.db, botId);
  if (!config.enabled) return { text: null, llm: { outcome: 'off', ...quiet } };
  const pressed = button !== undefined;
  const chooses = config.chooses && asksChoice(trace.via, pressed);
  if (trace.slot || (!chooses && !asksModel(trace.via, pressed)))
    return { text: null, llm: { outcome: 'not_needed', ...quiet } };
  if (!(await tries.allows(String(userId))))
    return { text: null, llm: { ...quiet, outcome: 'fell_back', reason: TOO_OFTEN } };
  const question = {
    botId,
    text,
    earlier,
    config,
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
  };
  let tried: Chosen | null = null;
  if (chooses) {
    const among = choosableIn(mind, stored, text, around);
    const choice = await chooseInteraction(app, { ...question, among });
    tried = choice;
    const { node, reason } = choice;
    const llm = { ...quiet, asked: choice.asked, reason, tokens: choice.tokens };
    if (node !== null)
      return {
        text: null,
        reply: answerChosen(mind, stored, { text, node }, around),
        llm: { ...llm, outcome: 'chose' },
      };
    if (!asksModel(trace.via, pressed)) return { text: null, llm: { ...llm, outcome: 'fell_back' } };
  }
  const sight = of === 'published' ? ('published' as const) : ('draft' as const);
  const reply = await askLlm(app, knowledge, { ...question, sight });
  const asked = reply.asked || (tried?.asked ?? false);
  const tokens = reply.tokens + (tried?.tokens ?? 0);
  return 'text' in reply
    ? { text: reply.text, llm: { outcome: 'answered', asked, reason: null, sources: reply.sources, tokens } }
    : { text: null, llm: { outcome: 'fell_back', asked, reason: reply.reason, sources: [], tokens } };
}
