/** One connected shop: how it is, what it grants, and what may be done with it. */
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { Connection } from '../../../contract/entities/connection.ts';
import { ConnectionView } from '../connections/connection-view.tsx';
import { type ConnectionWords, useConnectionActions } from '../connections/use-connection-actions.ts';
import classes from './integrations.module.css';
import { capabilitiesOf, shopFacts } from './shop-text.ts';

const WORDS: ConnectionWords = {
  isWell: ({ last_error }) => last_error === null,
  paused: 'quedó en pausa: no la leemos hasta que la reanudes.',
  resumed: 'vuelve a leerse.',
  removal: 'El chatbot deja de leer sus productos y pedidos, y borramos las credenciales que nos diste.',
  removed: 'Tienda desconectada',
};

export function ConnectedShop({ of, onReconnect }: { of: Connection; onReconnect: () => void }) {
  const actions = useConnectionActions(of, WORDS);
  return (
    <section
      className={classes.shop}
      data-bad={of.state === 'needs_reconnect' || undefined}
      aria-label={of.name}
    >
      <ConnectionView
        of={of}
        facts={shopFacts(of)}
        actions={actions}
        onReconnect={onReconnect}
        about={<Capabilities of={of} />}
      />
    </section>
  );
}

/** What the shop grants and what it does not. */
function Capabilities({ of }: { of: Connection }) {
  const known = capabilitiesOf(of);
  if (known.length === 0) return null;
  return (
    <ul className={classes.capabilities} aria-label="Qué se puede leer de esta tienda">
      {known.map(({ name, label, granted }) => (
        <li key={name} data-missing={!granted || undefined}>
          {granted ? <IconCheck size={14} aria-hidden="true" /> : <IconX size={14} aria-hidden="true" />}{' '}
          {label}
          {granted ? null : <span className="visually-hidden">: sin permiso</span>}
        </li>
      ))}
    </ul>
  );
}
