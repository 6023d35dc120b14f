/** Switches an interaction off and on (docs/product.md §4 'Node status': true ↔ false). */
import { Switch, Tooltip } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import { useMutation } from '@tanstack/react-query';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import { interactionCalls } from '../../../contract/calls/interactions.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { toastFailure } from '../../ui/toast.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import { isWritten, useMayInteraction } from './save-interaction.ts';

interface StatusSwitchProps {
  node: ClientNode;
  /** Says beside the switch what it stands at. */
  labelled?: boolean;
}

export function StatusSwitch({ node, labelled = false }: StatusSwitchProps) {
  const edited = useDraftEdited();
  const change = useMutation({
    // One after the other: who switches quickly ends where they ended.
    scope: { id: `status/${node.bot_id}/${node.node_id}` },
    mutationFn: (status: boolean) =>
      call(isWritten(node) ? botNodeCalls.deactivateNode : interactionCalls.updateInteraction, {
        body: { bot_id: node.bot_id, node_id: node.node_id, status },
      }),
    onSuccess: (answer) => edited(answer.revision),
    onError: (error) => {
      toastFailure('No pudimos cambiar la interacción', error);
      return edited();
    },
  });
  // What was chosen shows at once; a refusal puts it back.
  const on = change.isPending ? change.variables : node.status;
  const allowed = useMayInteraction()(node, 'edit');
  return (
    <Tooltip
      label={TEXTS.noSavePermission}
      disabled={allowed}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Switch
        checked={on}
        aria-disabled={!allowed || undefined}
        label={labelled ? (on ? 'Activada' : 'Desactivada: el bot no la dice ni la ofrece') : undefined}
        aria-label={labelled ? undefined : `${node.title}: activada`}
        onChange={(event) => {
          if (allowed) change.mutate(event.currentTarget.checked);
        }}
      />
    </Tooltip>
  );
}
