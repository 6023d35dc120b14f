/** One connection: how it is, since when, what the provider says of it, and what may be done with it. */
import type { ReactNode } from 'react';
import type { Connection } from '../../../contract/entities/connection.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import marked from '../../ui/marked-title.module.css';
import classes from './connections.module.css';
import { STATE_TEXT } from './state-text.ts';
import type { ConnectionActions } from './use-connection-actions.ts';

interface ConnectionViewProps {
  of: Connection;
  /** Name and value of each fact that is known. */
  facts: readonly [string, string][];
  actions: ConnectionActions;
  onReconnect: () => void;
  /** What stands between the facts and what is wrong. */
  about?: ReactNode;
  /** What stands before the buttons. */
  children?: ReactNode;
}

export function ConnectionView({ of, facts, actions, onReconnect, about, children }: ConnectionViewProps) {
  const { name, state, last_ok, last_error, paused } = of;
  const may = useMay();
  const { busy } = actions;
  const edit = { allowed: may('integraciones', 'edit'), why: TEXTS.noActionPermission };
  const { text, tone } = STATE_TEXT[state];
  return (
    <>
      <p className={marked.title}>
        <strong>{name}</strong>
        <span data-tone={tone}>{text}</span>
      </p>
      <dl className={classes.facts}>
        {[...facts, ['Último contacto', last_ok === null ? 'ninguno' : dateTimeText(last_ok)]].map(
          ([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {about}
      {last_error ? (
        <p className={classes.error}>
          {last_error.message} <small>Desde el {dateTimeText(last_error.at)}.</small>
        </p>
      ) : null}
      {children}
      <p role="status" className={classes.said}>
        {actions.said}
      </p>
      <div className={classes.actions}>
        <AllowedButton {...edit} variant="default" loading={busy === 'check'} onClick={actions.check}>
          Comprobar
        </AllowedButton>
        <AllowedButton
          {...edit}
          variant={state === 'needs_reconnect' ? 'filled' : 'default'}
          onClick={onReconnect}
        >
          Reconectar
        </AllowedButton>
        <AllowedButton {...edit} variant="default" loading={busy === 'pause'} onClick={actions.pause}>
          {paused ? 'Reanudar' : 'Pausar'}
        </AllowedButton>
        <AllowedButton
          {...edit}
          allowed={may('integraciones', 'delete')}
          color="red"
          variant="light"
          loading={busy === 'delete'}
          onClick={() => void actions.remove()}
        >
          Desconectar
        </AllowedButton>
      </div>
    </>
  );
}
