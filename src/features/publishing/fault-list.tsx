/** What must or had better be mended in a draft, each with the way to mend it. */
import { useQuery } from '@tanstack/react-query';
import { botNodeCalls } from '../../../contract/calls/bot-nodes.ts';
import type { DraftFault } from '../../../contract/entities/bot-draft.ts';
import { call } from '../../api/call.ts';
import { buildingKey } from './draft-queries.ts';
import { EditLink } from './edit-link.tsx';
import { MENU_PLACE, placeOf } from './edit-place.ts';
import classes from './fault-list.module.css';

/** The nodes of a bot's draft, as every screen of the center reads them. */
export function useDraftNodes(botId: number) {
  return useQuery({
    queryKey: buildingKey(botId, 'nodes'),
    queryFn: ({ signal }) => call(botNodeCalls.clientNodes, { params: { botId }, signal }),
  });
}

export function FaultList({ botId, faults }: { botId: number; faults: readonly DraftFault[] }) {
  const nodes = useDraftNodes(botId);
  // Two options of one name may have the same fault: it is said once.
  const said = new Map(faults.map((fault) => [`${fault.node_id} ${fault.message}`, fault]));
  return (
    <ul className={classes.faults}>
      {[...said].map(([key, { level, message, node_id, intent_name }]) => (
        <li key={key} data-level={level}>
          <span>{level === 'error' ? 'Error' : 'Aviso'}</span>
          <p>
            <EditLink
              place={
                node_id === null && intent_name === null
                  ? message.includes('menú inicial')
                    ? MENU_PLACE
                    : null
                  : placeOf(botId, nodes.data, { node: node_id, intent: intent_name })
              }
            >
              {message}
            </EditLink>
          </p>
        </li>
      ))}
    </ul>
  );
}
