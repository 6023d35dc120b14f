/** What a client allows, and how it was said: a new word is added to the older ones, none is ever taken away. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clientCalls } from '../../../../contract/calls/clients.ts';
import type { Consent } from '../../../../contract/entities/consent.ts';
import {
  CONSENT_PURPOSES,
  type ConsentPurpose,
  type ConsentState,
  type Lead,
} from '../../../../contract/entities/lead.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import button from '../../../ui/plain-button.module.css';
import { ListError } from '../list/list-states.tsx';
import classes from './client-more.module.css';

export const PURPOSES: Record<ConsentPurpose, string> = {
  marketing: 'Publicidad',
  service: 'Avisos de servicio',
};
const STATES: Record<ConsentState, string> = {
  granted: 'Acepta',
  denied: 'No acepta',
  unknown: 'No lo ha dicho',
};
export const consentText = ({ purpose, state, channel }: Consent): string =>
  `${PURPOSES[purpose]}: ${STATES[state].toLowerCase()}${channel ? ` por ${CHANNEL_LABELS[channel]}` : ''}`;

interface ClientConsentsProps {
  lead: Lead;
  editable: boolean;
  /** With all that was ever said. */
  history?: boolean;
}

export function ClientConsents({ lead, editable, history = false }: ClientConsentsProps) {
  const [changing, setChanging] = useState<ConsentPurpose | null>(null);
  return (
    <>
      <dl className={classes.consents}>
        {CONSENT_PURPOSES.map((purpose) => {
          const state = lead.consents?.[purpose] ?? 'unknown';
          return (
            <div key={purpose}>
              <dt>{PURPOSES[purpose]}</dt>
              <dd data-state={state}>
                {STATES[state]}
                {editable && changing !== purpose ? (
                  <button
                    type="button"
                    aria-label={`Cambiar ${PURPOSES[purpose]}`}
                    onClick={() => setChanging(purpose)}
                  >
                    Cambiar
                  </button>
                ) : null}
              </dd>
              {changing === purpose ? (
                <Change leadId={lead._id} purpose={purpose} state={state} onDone={() => setChanging(null)} />
              ) : null}
            </div>
          );
        })}
      </dl>
      {history ? <History leadId={lead._id} /> : null}
    </>
  );
}

interface ChangeProps {
  leadId: string;
  purpose: ConsentPurpose;
  state: ConsentState;
  onDone: () => void;
}

function Change({ leadId, purpose, state, onDone }: ChangeProps) {
  const queries = useQueryClient();
  const [word, setWord] = useState<'granted' | 'denied'>(state === 'granted' ? 'denied' : 'granted');
  const [source, setSource] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () =>
      call(clientCalls.addLeadConsent, {
        params: { id: leadId },
        body: { purpose, state: word, source: source.trim() },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['lead', leadId] });
      onDone();
    },
    onError: (error) => setFault(fieldErrors(error)['source'] ?? sentence(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (source.trim() === '') setFault('Escribe cómo lo dijo el cliente.');
    else save.mutate();
  };
  return (
    <form className={classes.change} aria-label={`Cambiar ${PURPOSES[purpose]}`} onSubmit={submit} noValidate>
      <select
        aria-label="Qué dijo"
        value={word}
        onChange={(event) => setWord(event.currentTarget.value === 'denied' ? 'denied' : 'granted')}
      >
        <option value="granted">Acepta</option>
        <option value="denied">No acepta</option>
      </select>
      <input
        aria-label="Cómo lo dijo"
        placeholder="Cómo lo dijo: llamada, formulario…"
        maxLength={200}
        value={source}
        aria-invalid={fault !== null}
        onChange={(event) => {
          setSource(event.currentTarget.value);
          setFault(null);
        }}
      />
      {fault ? <p role="alert">{fault}</p> : null}
      <div>
        <button type="submit" className={`${button.small} ${button.primary}`} disabled={save.isPending}>
          Guardar
        </button>
        <button type="button" className={button.small} onClick={onDone}>
          Cancelar
        </button>
      </div>
    </form>
  );
}

function History({ leadId }: { leadId: string }) {
  const found = useQuery({
    queryKey: ['lead', leadId, 'consents'],
    queryFn: ({ signal }) => call(clientCalls.leadConsents, { params: { id: leadId }, signal }),
  });
  if (found.error && !found.data)
    return <ListError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  if (!found.data || found.data.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>Lo que ha dicho ({found.data.length})</summary>
      <ol>
        {found.data.map((one) => (
          <li key={one.id}>
            {consentText(one)}
            <small>
              {one.source} · {one.user_name ?? 'El sistema'} · {dateTimeText(one.at)}
            </small>
          </li>
        ))}
      </ol>
    </details>
  );
}
