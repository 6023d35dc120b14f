/** One number: how it is, since when, what to do, and what may be done with it. */
import { channelCalls } from '../../../contract/calls/channels.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ConnectionView } from '../connections/connection-view.tsx';
import { type ConnectionWords, useConnectionActions } from '../connections/use-connection-actions.ts';
import { factsOf } from './connection-text.ts';
import classes from './whatsapp.module.css';

const WORDS: ConnectionWords = {
  isWell: ({ state }) => state === 'ok',
  paused: 'quedó en pausa: no envía nada hasta que la reanudes.',
  resumed: 'volvió a enviar.',
  removal:
    'Las conversaciones quedan guardadas, pero no se podrán responder por este número, y lo que espera no saldrá.',
  removed: 'Número desconectado',
};

export function ConnectionCard({ of, onReconnect }: { of: Connection; onReconnect: () => void }) {
  const { id, state, held } = of;
  const { place } = usePlace();
  const edits = useMay()('integraciones', 'edit');
  const actions = useConnectionActions(of, WORDS);
  const resume = async () => {
    const { waiting } = await call(channelCalls.resumeSending, { params: { id } });
    return waiting === 1 ? 'Sale 1 mensaje en espera.' : `Salen ${waiting} mensajes en espera.`;
  };
  return (
    <li className={classes.item} data-bad={state === 'needs_reconnect' || undefined}>
      <ConnectionView of={of} facts={factsOf(of)} actions={actions} onReconnect={onReconnect}>
        {held ? (
          <div className={classes.warn}>
            <p>
              Este servidor se restauró de un respaldo: nada sale por este número hasta que un propietario lo
              permita.
            </p>
            <AllowedButton
              allowed={edits && place.link.role.base === 'propietario'}
              why="Solo un propietario puede reanudar los envíos."
              variant="default"
              loading={actions.busy === 'resume'}
              onClick={() => actions.run({ name: 'resume', run: resume })}
            >
              Reanudar los envíos
            </AllowedButton>
          </div>
        ) : null}
      </ConnectionView>
    </li>
  );
}
