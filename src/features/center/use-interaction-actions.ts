/** What can be done with the open interaction: save it, take the template's words again, delete it. */
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import type { Building } from './center-queries.ts';
import type { InteractionDraft } from './interaction-draft.ts';
import {
  deleteCustom,
  isWritten,
  resetToTemplate,
  saveCustom,
  savePreloaded,
  type Written,
} from './save-interaction.ts';

interface Opened {
  building: Building;
  /** Null: a new one. */
  node: ClientNode | null;
  saved: InteractionDraft;
  typed: Typed<InteractionDraft>;
  /** The intent that an earlier try made (see save-interaction.ts). */
  made: RefObject<string | null>;
  onClose: () => void;
}

/** Each closes the interaction when it worked; `save.mutate` takes the revision that is written over. */
export function useInteractionActions({ building, node, saved, typed, made, onClose }: Opened) {
  const edited = useDraftEdited();
  const botId = building.state.bot_id;
  const done = async (revision: number, text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
    await edited(revision);
  };
  const save = useMutation({
    mutationFn: (revision: number) => {
      const input = { building, before: saved, after: typed.value, revision, made };
      return isWritten(node) ? savePreloaded(botId, node, input) : saveCustom(botId, node, input);
    },
    onSuccess: (revision) => done(revision, node ? 'Interacción guardada' : 'Interacción creada'),
    // A part of it may be saved, or somebody else's change is to be seen.
    onError: () => edited(),
  });
  const reset = useMutation({
    mutationFn: (of: Written) => resetToTemplate(botId, of, building.revision),
    onSuccess: (revision) => done(revision, 'Interacción restablecida'),
    onError: () => edited(),
  });
  const remove = useMutation({
    mutationFn: ({ of, revision }: { of: ClientNode; revision: number }) =>
      deleteCustom(botId, of, building, revision),
    onSuccess: (revision) => done(revision, 'Interacción eliminada'),
    onError: () => edited(),
  });
  const askReset = async (of: Written) => {
    const yes = await ask({
      title: '¿Volver al texto de la plantilla?',
      text: 'Se reemplazan las respuestas, las opciones y las frases de esta interacción por las de la plantilla.',
      confirm: 'Restablecer',
      danger: true,
    });
    if (yes) reset.mutate(of);
  };
  const askRemove = async (of: ClientNode) => {
    const leading = building.nodes.filter(({ buttons }) =>
      buttons.some(({ node_id }) => node_id === of.node_id),
    ).length;
    const yes = await ask({
      title: `¿Eliminar «${of.title}»?`,
      text:
        leading > 0
          ? `También desaparecen las opciones que llevan a ella, en ${leading} ${leading === 1 ? 'interacción' : 'interacciones'}.`
          : 'Tus clientes dejarán de recibirla cuando publiques.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate({ of, revision: typed.revision });
  };
  return {
    save,
    reset: { ...reset, ask: askReset },
    remove: { ...remove, ask: askRemove },
  };
}
