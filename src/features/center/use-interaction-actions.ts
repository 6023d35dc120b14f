/** What can be done with the open interaction: save it, take the template's words again, delete it. */
import { interactionCalls } from '../../../contract/calls/interactions.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { call } from '../../api/call.ts';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { askFirst, type FormAct, useFormAct } from '../forms/form-act.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import type { Building } from './center-queries.ts';
import type { InteractionDraft } from './interaction-draft.ts';
import { saveInteraction } from './save-interaction.ts';

interface Opened {
  building: Building;
  /** Null: a new one. */
  node: ClientNode | null;
  saved: InteractionDraft;
  typed: Typed<InteractionDraft>;
  onClose: () => void;
}

/** Each closes the interaction when it worked, and takes the revision that is written over. */
export function useInteractionActions({ building, node, saved, typed, onClose }: Opened) {
  const edited = useDraftEdited();
  const botId = building.state.bot_id;
  const done = async (revision: number, text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
    await edited(revision);
  };
  const nodeId = () => {
    if (!node) throw new Error('an interaction that is not saved yet has nothing to take back');
    return node.node_id;
  };
  const save = useFormAct({
    run: (revision) =>
      saveInteraction(botId, node, { building, before: saved, after: typed.value, revision }),
    done: (revision) => done(revision, node ? 'Interacción guardada' : 'Interacción creada'),
    refresh: edited,
  });
  const reset = useFormAct({
    run: async (revision) =>
      call(interactionCalls.resetInteraction, { body: { bot_id: botId, node_id: nodeId(), revision } }),
    done: ({ revision }) => done(revision, 'Interacción restablecida'),
    refresh: edited,
    insist: 'Restablecer de todos modos',
  });
  const remove = useFormAct({
    run: async (revision) =>
      call(interactionCalls.deleteInteraction, {
        params: { node: nodeId() },
        query: { bot_id: botId, revision },
      }),
    done: ({ revision }) => done(revision, 'Interacción eliminada'),
    refresh: edited,
    insist: 'Eliminar de todos modos',
  });
  const askReset = () =>
    askFirst(reset, typed, {
      title: '¿Volver al texto de la plantilla?',
      text: 'Se reemplazan las respuestas, las opciones y las frases de esta interacción por las de la plantilla.',
      confirm: 'Restablecer',
    });
  const askRemove = (of: ClientNode) => {
    const leading = building.nodes.filter(({ buttons }) =>
      buttons.some(({ node_id }) => node_id === of.node_id),
    ).length;
    return askFirst(remove, typed, {
      title: `¿Eliminar «${of.title}»?`,
      text:
        leading > 0
          ? `También desaparecen las opciones que llevan a ella, en ${leading} ${leading === 1 ? 'interacción' : 'interacciones'}.`
          : 'Tus clientes dejarán de recibirla cuando publiques.',
      confirm: 'Eliminar',
    });
  };
  const acts: readonly FormAct[] = [save, reset, remove];
  return { save, reset, remove, askReset, askRemove, acts };
}
