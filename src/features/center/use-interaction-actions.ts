/** What can be done with the open interaction: save it, take the template's words again, delete it. */
import { useMutation } from '@tanstack/react-query';
import { interactionCalls } from '../../../contract/calls/interactions.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { call } from '../../api/call.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import type { Building } from './center-queries.ts';
import type { InteractionDraft } from './interaction-draft.ts';
import { saveInteraction, type Written } from './save-interaction.ts';

interface Opened {
  building: Building;
  /** Null: a new one. */
  node: ClientNode | null;
  saved: InteractionDraft;
  typed: Typed<InteractionDraft>;
  onClose: () => void;
}

interface Aim<Node> {
  of: Node;
  revision: number;
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
  const save = useMutation({
    mutationFn: (revision: number) =>
      saveInteraction(botId, node, { building, before: saved, after: typed.value, revision }),
    onSuccess: (revision) => done(revision, node ? 'Interacción guardada' : 'Interacción creada'),
    // Somebody else's change is to be seen.
    onError: () => edited(),
  });
  const reset = useMutation({
    mutationFn: ({ of, revision }: Aim<Written>) =>
      call(interactionCalls.resetInteraction, { body: { bot_id: botId, node_id: of.node_id, revision } }),
    onSuccess: ({ revision }) => done(revision, 'Interacción restablecida'),
    onError: () => edited(),
  });
  const remove = useMutation({
    mutationFn: ({ of, revision }: Aim<ClientNode>) =>
      call(interactionCalls.deleteInteraction, {
        params: { node: of.node_id },
        query: { bot_id: botId, revision },
      }),
    onSuccess: ({ revision }) => done(revision, 'Interacción eliminada'),
    onError: () => edited(),
  });
  // What is agreed to is what was seen when it was asked: an update that arrives behind the dialog is a conflict.
  const askReset = async (of: Written) => {
    const { revision } = typed;
    const yes = await ask({
      title: '¿Volver al texto de la plantilla?',
      text: 'Se reemplazan las respuestas, las opciones y las frases de esta interacción por las de la plantilla.',
      confirm: 'Restablecer',
      danger: true,
    });
    if (yes) reset.mutate({ of, revision });
  };
  const askRemove = async (of: ClientNode) => {
    const { revision } = typed;
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
    if (yes) remove.mutate({ of, revision });
  };
  // The one that was refused last is the one that may be insisted on.
  const refused = [save, reset, remove]
    .filter(({ error }) => error !== null)
    .toSorted((a, b) => b.submittedAt - a.submittedAt)[0];
  const insist = (revision: number) => {
    if (refused === remove && remove.variables) remove.mutate({ ...remove.variables, revision });
    else if (refused === reset && reset.variables) reset.mutate({ ...reset.variables, revision });
    else save.mutate(revision);
  };
  return {
    save,
    reset: { ...reset, ask: askReset },
    remove: { ...remove, ask: askRemove },
    failed: refused?.error ?? null,
    insist,
    insistWords:
      refused === remove
        ? 'Eliminar de todos modos'
        : refused === reset
          ? 'Restablecer de todos modos'
          : undefined,
    /** Forgets refusals and what was typed. */
    giveUp: () => {
      typed.forget();
      for (const one of [save, reset, remove]) one.reset();
    },
  };
}
