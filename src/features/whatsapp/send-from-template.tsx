/** Sends a template from its own page: to a client who is looked up, or to those of a segment, as many as go at once. */
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { clientCalls } from '../../../contract/calls/clients.ts';
import type { WantedTemplate } from '../../../contract/calls/conversations.ts';
import { leadCalls } from '../../../contract/calls/leads.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { BulkReport } from '../../ui/bulk/bulk-report.tsx';
import { type BulkOutcome, type OneResult, runBulk } from '../../ui/bulk/bulk-run.ts';
import { ask, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { figure } from '../../ui/money.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { TemplateForm } from '../templates/template-form.tsx';
import classes from './whatsapp.module.css';

/** Who is written to: their ids, and the name of the one where it is one. */
interface Audience {
  ids: string[];
  name: string | null;
}
type Result = OneResult & { name: string | null };

const clients = (count: number) => (count === 1 ? '1 cliente' : `${figure(count)} clientes`);
const FOUND = 8;

interface SendFromTemplateProps {
  template: WabaTemplate;
  onClose: () => void;
}

export default function SendFromTemplate({ template, onClose }: SendFromTemplateProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const covered = useTopDialog() !== null;
  const [segment, setSegment] = useState('');
  const [audience, setAudience] = useState<Audience | null>(null);
  const { sent, outcome, send, closeReport } = useSending(place.bot.id, onClose);
  const choose = (next: string) => {
    setSegment(next);
    setAudience(null);
  };
  const confirmed = async (ids: readonly string[], wanted: WantedTemplate) => {
    const sure =
      ids.length === 1 ||
      (await ask({
        title: `¿Enviar la plantilla a ${clients(ids.length)}?`,
        text: 'Cada envío puede tener costo y no se puede deshacer.',
        confirm: 'Enviar',
      }));
    if (sure) await send(ids, wanted, crypto.randomUUID());
  };
  if (outcome)
    return (
      <BulkReport
        outcome={outcome.found}
        said={`Se envió a ${clients(outcome.found.done.length)}.`}
        counted={clients}
        nameOf={({ name }) => name ?? 'Un cliente que ya no está'}
        left={(count) => (count === 1 ? 'el que falta' : `los ${count}`)}
        onClose={closeReport}
        onAgain={(ids) => void send(ids, outcome.template, outcome.key)}
      />
    );
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={`Enviar ${template.name}`}
      centered
      size="lg"
    >
      <div className={classes.form}>
        {sent === null ? (
          <>
            <Audiences segment={segment} onChoose={choose} onFound={setAudience} />
            {segment === '' ? <OneClient chosen={audience} onChoose={setAudience} /> : null}
            {audience && audience.ids.length > 0 && audience.ids.length <= LIMITS.templatesAtOnce ? (
              <TemplateForm
                key={audience.ids.join()}
                botId={place.bot.id}
                channel="whatsapp"
                only={template.id}
                client={audience.name}
                agent={user.name}
                hint=""
                onSend={({ text: _, ...wanted }) => confirmed(audience.ids, wanted)}
              />
            ) : null}
          </>
        ) : (
          <p role="status">
            Enviando la plantilla… {figure(sent.tried)} de {figure(sent.total)}
          </p>
        )}
      </div>
    </Modal>
  );
}

/** One run; leaving the dialog stops it after the step that is under way. */
function useSending(botId: number, onClose: () => void) {
  const [sent, setSent] = useState<{ tried: number; total: number } | null>(null);
  const [outcome, setOutcome] = useState<{
    found: BulkOutcome<Result>;
    template: WantedTemplate;
    key: string;
  } | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const send = async (ids: readonly string[], template: WantedTemplate, key: string) => {
    stop.current = new AbortController();
    setOutcome(null);
    setSent({ tried: 0, total: ids.length });
    const found = await runBulk<Result>(ids, {
      signal: stop.current.signal,
      send: async (some) =>
        (
          await call(channelCalls.sendTemplateToLeads, {
            body: { bot_id: botId, ids: some, template, temporal_id: key },
          })
        ).results,
      onProgress: (tried) => setSent({ tried, total: ids.length }),
    });
    setSent(null);
    if (found.failed.length + found.untried.length > 0) {
      setOutcome({ found, template, key });
      return;
    }
    toastSuccess(`Plantilla enviada a ${clients(found.done.length)}`);
    onClose();
  };
  return { sent, outcome, send, closeReport: () => setOutcome(null) };
}

interface AudiencesProps {
  segment: string;
  onChoose: (segment: string) => void;
  onFound: (audience: Audience) => void;
}

/** A client, or one of the segments with how many it has now. */
function Audiences({ segment, onChoose, onFound }: AudiencesProps) {
  const { place } = usePlace();
  const bot_id = place.bot.id;
  const segments = useQuery({
    queryKey: ['segments', bot_id],
    queryFn: ({ signal }) => call(clientCalls.segments, { query: { bot_id }, signal }),
  });
  const chosen = segments.data?.find(({ id }) => String(id) === segment);
  const matching = useQuery({
    queryKey: ['leads', bot_id, 'matching', chosen?.id ?? null],
    enabled: chosen !== undefined,
    queryFn: ({ signal }) =>
      call(clientCalls.matchingLeads, { body: { bot_id, filter: chosen?.filter as never }, signal }),
  });
  const found = matching.data;
  const told = useRef<unknown>(null);
  useEffect(() => {
    if (!found || told.current === found) return;
    told.current = found;
    onFound({ ids: found.ids, name: null });
  }, [found, onFound]);
  const tooMany = found && found.total > LIMITS.templatesAtOnce;
  return (
    <>
      <NativeSelect
        label="A quién"
        value={segment}
        data={[
          { value: '', label: 'Un cliente' },
          ...(segments.data ?? []).map(({ id, name }) => ({ value: String(id), label: `Segmento: ${name}` })),
        ]}
        onChange={(event) => {
          told.current = null;
          onChoose(event.currentTarget.value);
        }}
      />
      {segments.error ? <p className={classes.error}>{sentence(segments.error)}</p> : null}
      {chosen ? (
        <p role="status" className={tooMany ? classes.error : classes.small}>
          {matching.error
            ? sentence(matching.error)
            : !found
              ? 'Contando…'
              : tooMany
                ? `El segmento tiene ${clients(found.total)}. Hasta ${LIMITS.templatesAtOnce} clientes a la vez: más son una campaña.`
                : found.total === 0
                  ? 'El segmento no tiene clientes ahora.'
                  : `${clients(found.total)}. Donde escribas {nombre} va el de cada uno. Las conversaciones quedan a tu nombre.`}
        </p>
      ) : null}
    </>
  );
}

interface OneClientProps {
  chosen: Audience | null;
  onChoose: (audience: Audience | null) => void;
}

function OneClient({ chosen, onChoose }: OneClientProps) {
  const { place } = usePlace();
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const found = useQuery({
    queryKey: ['leads', place.bot.id, 'to-send', search],
    enabled: search !== '',
    queryFn: ({ signal }) =>
      call(leadCalls.listLeads, { query: { bot_id: place.bot.id, search, items: FOUND, page: 1 }, signal }),
  });
  if (chosen)
    return (
      <div className={classes.actions}>
        <p>
          Para <strong>{chosen.name || 'un cliente sin nombre'}</strong>
        </p>
        <Button variant="default" size="compact-sm" onClick={() => onChoose(null)}>
          Cambiar
        </Button>
      </div>
    );
  return (
    <>
      <TextInput
        label="Cliente"
        placeholder="Nombre, teléfono, correo o RUT"
        value={typed}
        maxLength={LIMITS.searchText}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error ? <p className={classes.error}>{sentence(found.error)}</p> : null}
      {found.data?.leads.length === 0 ? <p role="status">Ningún cliente coincide.</p> : null}
      <ul className={classes.buttons} aria-label="Clientes encontrados">
        {(found.data?.leads ?? []).map(({ _id: id, name, phone }) => (
          <li key={id}>
            <Button
              variant="default"
              fullWidth
              justify="start"
              onClick={() => onChoose({ ids: [id], name: name ?? '' })}
            >
              {name ?? 'Sin nombre'}
              {phone ? ` · ${phone}` : ''}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
