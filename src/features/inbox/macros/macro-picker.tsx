/** 'Aplicar macro' on the open conversation. */
import { useState } from 'react';
import { macroCalls } from '../../../../contract/calls/macros.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Macro, MacroRun } from '../../../../contract/entities/macro.ts';
import { MACRO_LIMITS } from '../../../../contract/macro-limits.ts';
import { filesFault } from '../../../../contract/rules/channel-files.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { fillNames } from '../../../../contract/rules/quick-reply.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { offerWords } from '../../answer-parts/offer-words.ts';
import { noteGiven } from '../actions/given.ts';
import { keepRan, type Ran } from '../actions/ran.ts';
import { whyNot } from '../actions/why-not.ts';
import { MacroChoice } from './macro-choice.tsx';

interface MacroPickerProps {
  card: Conversation;
  onClose: () => void;
  /** It was applied. @param ended the conversation is closed by it */
  onDone: (ended: boolean) => void;
}

/** Runs whose answer was lost, by conversation and macro: asked for again each is the same one. */
const unanswered = new Map<string, string>();

/** Its undo, as the bar offers it. */
const offered = ({ id, conversation_id, name, sent }: MacroRun): Ran => ({
  id,
  text: `Se aplicó «${name}»${sent ? '. La respuesta ya se envió: deshacer no la retira' : ''}`,
  until: Date.now() + MACRO_LIMITS.undo,
  undo: async () => {
    await call(macroCalls.undoMacro, { params: { id: conversation_id, run_id: id } });
    return sent ? 'Macro deshecha; la respuesta ya se envió' : 'Macro deshecha';
  },
  failure: 'No se deshizo la macro',
});

export default function MacroPicker({ card, onClose, onDone }: MacroPickerProps) {
  const { user } = usePlace();
  const view = useMessages(card.bot_id, card.id);
  // What was on the screen before this covered it: what a colleague says meanwhile was not seen.
  const [seen, setSeen] = useState<number | null>(null);
  if (seen === null && view) setSeen(view.messages.at(-1)?.order ?? 0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ name: string; text: string } | null>(null);
  const noteOf = ({ steps, attachments, buttons, links = [] }: Macro) => {
    const text = fillNames(steps.text ?? '', { cliente: leadNameOf(card), agente: user.name });
    const notes = [
      buttons.length + links.length > 0 ? offerWords(card.channel, text, buttons, links) : null,
      filesFault(card.channel, attachments),
    ].filter((note) => note !== null);
    return notes.length > 0 ? notes.join(' ') : null;
  };
  const run = async (macro: Macro) => {
    if (seen === null) return;
    const key = `${card.id}:${macro.id}:${macro.revision}`;
    const temporal_id = unanswered.get(key) ?? crypto.randomUUID();
    unanswered.set(key, temporal_id);
    setBusy(true);
    setFailure(null);
    const { assign, end } = macro.steps;
    // It leaves the screen by one's own act: nobody has to say so.
    if (assign !== null && assign !== 'me') noteGiven(card.id);
    try {
      const body = { macro_id: macro.id, revision: macro.revision, temporal_id, last_seen: seen };
      const ran = await call(macroCalls.runMacro, { params: { id: card.id }, body });
      unanswered.delete(key);
      if (ran.undoable && !ran.undone) keepRan(offered(ran));
      else toastSuccess(`Se aplicó «${macro.name}»`);
      onClose();
      onDone(end === 'close');
    } catch (error) {
      // Without an answer nobody knows whether it happened; a refusal did nothing.
      if (error instanceof ApiError && !error.passing) unanswered.delete(key);
      setFailure({ name: macro.name, text: whyNot(error, 'revisa la conversación y vuelve a aplicarla.') });
      setBusy(false);
    }
  };
  return (
    <MacroChoice
      botId={card.bot_id}
      title={`Aplicar macro: ${leadNameOf(card)}`}
      busy={busy}
      failure={failure}
      noteOf={noteOf}
      onChoose={(macro) => void run(macro)}
      onClose={onClose}
    />
  );
}
