/** One preloaded interaction in its section: what it says, whether it is on, and the way into it. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { botNodeCalls } from '../../../../contract/calls/bot-nodes.ts';
import type { TemplateName } from '../../../../contract/states.ts';
import { TEXTS } from '../../../../contract/texts.ts';
import { call } from '../../../api/call.ts';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { useDraftEdited } from '../../publishing/draft-queries.ts';
import classes from '../center.module.css';
import type { Building } from '../center-queries.ts';
import { useCenterSearch } from '../editor-address.ts';
import { StatusSwitch } from '../status-switch.tsx';
import type { PreloadedItem } from './preloaded-sections.ts';

interface PreloadedRowProps {
  item: PreloadedItem;
  building: Building;
  template: TemplateName;
}

export function PreloadedRow({ item: { node, node_id, title }, building, template }: PreloadedRowProps) {
  const { path, search } = useCenterSearch();
  if (!node) return <Absent nodeId={node_id} title={title} template={template} />;
  const intent = building.intents.find(({ intent_name }) => intent_name === node.intent_name);
  return (
    <li className={classes.row} data-off={!node.status || undefined} data-node={node.node_id}>
      <div>
        <Link to={path} search={{ ...search, node: node.node_id }} className={classes.open} preload={false}>
          {title}
        </Link>
        <p className={classes.preview}>{node.answers[0]}</p>
        <p className={classes.marks}>
          {node.intent_name === null ? <span>Menú</span> : <span>{intent?.examples.length ?? 0} frases</span>}
          {node.buttons.length > 0 ? (
            <span>
              {node.buttons.length} {node.buttons.length === 1 ? 'opción' : 'opciones'}
            </span>
          ) : null}
          {node.handoff ? <span>Pasa a una persona</span> : null}
          {node.ticket ? <span>Abre un ticket</span> : null}
          {node.new_output ? <span data-tone="accent">Sin publicar</span> : null}
          {node.status ? null : <span data-tone="warn">Desactivada</span>}
        </p>
      </div>
      <StatusSwitch node={node} />
    </li>
  );
}

function Absent({ nodeId, title, template }: { nodeId: string; title: string; template: TemplateName }) {
  const { place } = usePlace();
  const may = useMay();
  const edited = useDraftEdited();
  const add = useMutation({
    mutationFn: () =>
      call(botNodeCalls.copyNodes, { body: { bot_id: place.bot.id, template, node_id: nodeId } }),
    onSuccess: async ({ revision }) => {
      await edited(revision);
      toastSuccess('Interacción agregada');
    },
    onError: (error) => toastFailure('No pudimos agregar la interacción', error),
  });
  return (
    <li className={classes.row} data-off>
      <div>
        <p className={classes.absent}>{title}</p>
        <p className={classes.preview}>Está en la plantilla y no en tu chatbot.</p>
      </div>
      <AllowedButton
        allowed={may('skill_base', 'add')}
        why={TEXTS.noActionPermission}
        variant="default"
        size="xs"
        loading={add.isPending}
        onClick={() => add.mutate()}
      >
        Agregar
      </AllowedButton>
    </li>
  );
}
