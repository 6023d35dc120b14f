/** The draft tried out: a turn without a conversation. */
import type * as z from 'zod/mini';
import type { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { area } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { BotMinds } from '../bot-minds.ts';
import { answerTurn } from '../bot-runner.ts';
import type { BotInput } from '../engine/respond.ts';
import { toWireTrace } from '../engine/trace.ts';
import type { DraftMinds } from './draft-minds.ts';

type PreviewBody = z.output<NonNullable<typeof botDraftCalls.previewTurn.body>>;

/** One turn. Throws not_found where nothing is published and that was asked for. */
export async function previewTurn(app: App, minds: BotMinds, drafts: DraftMinds, body: PreviewBody) {
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
  const reply = answerTurn(mind, context, input, {
    now: app.clock.now(),
    channel,
    ...(open === undefined ? {} : { open }),
  });
  return {
    messages: reply.messages.map(({ text: said, buttons = [] }) => ({
      text: said,
      buttons: buttons.map(({ id, label }) => ({ id, label })),
    })),
    handoff: reply.handoff ? { area: area.safeParse(reply.handoff.area).data ?? null } : null,
    context: reply.context,
    trace: toWireTrace(mind.compiled, reply.trace),
    revision: draft?.revision ?? 0,
  };
}
