/** One number, page or account: how it is, since when, what to do, and what may be done with it. */
import { channelCalls } from '../../../contract/calls/channels.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ConnectionView } from '../connections/connection-view.tsx';
import { type ConnectionWords, useConnectionActions } from '../connections/use-connection-actions.ts';
import type { ChannelWords } from './channel-words.ts';
import { factsOf } from './connection-text.ts';
import classes from './whatsapp.module.css';

const WORDS: Omit<ConnectionWords, 'removal' | 'removed'> = {
  isWell: ({ state }) => state === 'ok',
  paused: 'quedó en pausa: no envía nada hasta que la reanudes.',
  resumed: 'volvió a enviar.',
};

interface ConnectionCardProps {
  of: Connection;
  words: ChannelWords;
  /** What is to be known of it besides; null: nothing. */
  warning: string | null;
  onReconnect: () => void;
}

export function ConnectionCard({ of, words, warning, onReconnect }: ConnectionCardProps) {
  const { id, state, held } = of;
  const { place } = usePlace();
  const edits = useMay()('integraciones', 'edit');
  const actions = useConnectionActions(of, { ...WORDS, removal: words.removal, removed: words.removed });
  const resume = async () => {
    const { waiting } = await call(channelCalls.resumeSending, { params: { id } });
    return waiting === 1 ? 'Sale 1 mensaje en espera.' : `Salen ${waiting} mensajes en espera.`;
  };
  return (
    <li className={classes.item} data-bad={state === 'needs_reconnect' || undefined}>
      <ConnectionView of={of} facts={factsOf(of)} actions={actions} onReconnect={onReconnect}>
        {warning ? <p className={classes.warn}>{warning}</p> : null}
        {held ? (
          <div className={classes.warn}>
            <p>
              Este servidor se restauró de un respaldo: nada sale por {words.one} hasta que un propietario lo
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
