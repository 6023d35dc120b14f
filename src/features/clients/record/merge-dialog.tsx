/**
 * Two clients become one: who stays, whose value where they differ, and what moves, told before anything is done. It can
 * be undone for 30 days.
 */
import { Button, Group, Modal, Radio, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { clientCalls, MERGE_FIELDS } from '../../../../contract/calls/clients.ts';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { dateText } from '../../../ui/dates.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { figure } from '../../../ui/money.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { useSettled } from '../../../ui/use-settled.ts';
import { addedField, fieldText, LEAD_FIELDS, type LeadField } from '../../inbox/client/lead-fields.ts';
import { leadChanged, useOwnFields } from '../../inbox/client/lead-query.ts';
import classes from './record.module.css';

interface MergeDialogProps {
  lead: Lead;
  /** Null: still to be found. */
  other: Lead | null;
  onClose: () => void;
}

export default function MergeDialog({ lead, other, onClose }: MergeDialogProps) {
  useFocusBack();
  const [found, setFound] = useState(other);
  return (
    <Modal opened onClose={onClose} title="Fusionar clientes" size="xl" centered>
      {found ? (
        <Choose one={lead} two={found} onClose={onClose} />
      ) : (
        <Find lead={lead} onFound={setFound} onClose={onClose} />
      )}
    </Modal>
  );
}

const nameOf = (lead: Lead): string =>
  lead.name ?? lead.email ?? (lead.phone ? phoneText(lead.phone) : 'Cliente sin nombre');

interface FindProps {
  lead: Lead;
  onFound: (other: Lead) => void;
  onClose: () => void;
}

function Find({ lead, onFound, onClose }: FindProps) {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const found = useQuery({
    queryKey: ['leads', lead.bot_id, 'merge', search],
    queryFn: ({ signal }) =>
      call(leadCalls.listLeads, { query: { bot_id: lead.bot_id, search, items: 8 }, signal }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
  });
  const others = search.length >= 2 ? (found.data?.leads ?? []).filter(({ _id }) => _id !== lead._id) : [];
  return (
    <>
      <TextInput
        type="search"
        label={`¿Con quién se fusiona ${nameOf(lead)}?`}
        placeholder="Nombre, correo, teléfono, RUT o ID"
        data-autofocus
        maxLength={LIMITS.searchText}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      <p role="status" className={classes.quiet}>
        {search.length >= 2 && found.data && others.length === 0 ? 'Ningún otro cliente coincide.' : null}
      </p>
      <ul className={classes.found}>
        {others.map((one) => (
          <li key={one._id}>
            <button type="button" onClick={() => onFound(one)}>
              <strong>{nameOf(one)}</strong>
              <span>
                {[phoneText(one.phone ?? ''), one.email, `desde el ${dateText(one.created_at)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
      </Group>
    </>
  );
}

type Whose = 'survivor' | 'loser';
/** Fields of which one of two values stays, by the name that a merge has for them. */
const mergeFields = (own: readonly OwnField[]): { key: string; field: LeadField }[] => [
  ...LEAD_FIELDS.filter(({ name }) => MERGE_FIELDS.includes(name)).map((field) => ({
    key: field.name,
    field,
  })),
  ...own.map((one) => ({ key: `field.${one.key}`, field: addedField(one) })),
];

function Choose({ one, two, onClose }: { one: Lead; two: Lead; onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const own = useOwnFields(one.bot_id);
  const [survivorId, setSurvivor] = useState(one._id);
  const [fields, setFields] = useState<Record<string, Whose>>({});
  const [survivor, loser] = survivorId === one._id ? [one, two] : [two, one];
  const order = { params: { id: survivor._id }, body: { loser_id: loser._id, fields } };
  const preview = useQuery({
    queryKey: ['lead', survivor._id, 'merge', loser._id, fields],
    queryFn: ({ signal }) => call(clientCalls.previewMerge, { ...order, signal }),
    placeholderData: keepPreviousData,
  });
  const merge = useMutation({
    mutationFn: (seen: string) => call(clientCalls.mergeLeads, { ...order, body: { ...order.body, seen } }),
    onSuccess: (merged) => {
      leadChanged(queries, merged);
      void queries.invalidateQueries({ queryKey: ['lead', merged._id] });
      toastSuccess('Clientes fusionados');
      onClose();
      if (merged._id !== one._id)
        void navigate({ to: '/clients/detail-lead/$id', params: { id: merged._id }, replace: true });
    },
    // Somebody changed one of them: both are shown as they are now.
    onError: () => void preview.refetch(),
  });
  // As both are now, which may be another thing than what the page showed.
  const sides: Record<Whose, Lead> = {
    survivor: preview.data?.survivor ?? survivor,
    loser: preview.data?.loser ?? loser,
  };
  const known = preview.data?.survivor._id === survivor._id && preview.data.loser._id === loser._id;
  const rows = mergeFields(own.data ?? []).flatMap(({ key, field }) => {
    const [kept, other] = [fieldText(sides.survivor, field), fieldText(sides.loser, field)];
    return kept !== other && kept !== '' && other !== '' ? [{ key, label: field.label, kept, other }] : [];
  });
  const { data } = preview;
  const form = useRef<HTMLFormElement>(null);
  // The one that was found by searching had the focus, and is gone.
  useEffect(() => {
    if (document.activeElement === document.body)
      form.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, []);
  return (
    <form
      ref={form}
      className={classes.mergeForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (!merge.isPending && preview.data) merge.mutate(preview.data.seen);
      }}
    >
      <Radio.Group
        label="¿Qué ficha se queda?"
        description="La otra pasa a ser parte de ella; su dirección lleva a esta."
        value={survivorId}
        onChange={(id) => {
          setSurvivor(id);
          setFields({});
        }}
      >
        <div className={classes.pair}>
          {[one, two].map((lead) => (
            <Radio
              key={lead._id}
              value={lead._id}
              label={nameOf(lead)}
              description={[lead.email, phoneText(lead.phone ?? ''), `desde el ${dateText(lead.created_at)}`]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </div>
      </Radio.Group>
      {preview.isPending ? <LoadRows label="Comparando…" rows={3} /> : null}
      {preview.error ? (
        <LoadError message={sentence(preview.error)} onRetry={() => void preview.refetch()} />
      ) : null}
      {known && rows.length > 0
        ? rows.map(({ key, label, kept, other }) => (
            <Radio.Group
              key={key}
              label={label}
              value={fields[key] ?? 'survivor'}
              onChange={(whose) => setFields({ ...fields, [key]: whose === 'loser' ? 'loser' : 'survivor' })}
            >
              <div className={classes.pair}>
                <Radio value="survivor" label={kept} />
                <Radio value="loser" label={other} />
              </div>
            </Radio.Group>
          ))
        : null}
      {known && data ? <Preview survivor={data.result} loser={loser} moves={data.moves} /> : null}
      {merge.error ? (
        <p role="alert" className={classes.fault}>
          {sentence(merge.error)}
        </p>
      ) : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={merge.isPending} disabled={!known || preview.isPlaceholderData}>
          Fusionar
        </Button>
      </Group>
    </form>
  );
}

interface PreviewProps {
  survivor: Lead;
  loser: Lead;
  moves: { conversations: number; notes: number; tickets: number; consents: number; identities: number };
}

function Preview({ survivor, loser, moves }: PreviewProps) {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${figure(count)} ${many}`];
  const moved = [
    ...counted(moves.conversations, 'conversación', 'conversaciones'),
    ...counted(moves.notes, 'nota', 'notas'),
    ...counted(moves.tickets, 'ticket', 'tickets'),
    ...counted(moves.consents, 'consentimiento', 'consentimientos'),
    ...counted(moves.identities, 'identidad', 'identidades'),
  ];
  const no = [
    ...(survivor.blocked ? ['queda bloqueado'] : []),
    ...(survivor.consents?.marketing === 'denied' ? ['no acepta publicidad'] : []),
    ...(survivor.consents?.service === 'denied' ? ['no acepta avisos de servicio'] : []),
  ];
  return (
    <div className={classes.preview} role="status">
      <p>
        <strong>{nameOf(survivor)}</strong>
        {moved.length > 0
          ? ` recibe de ${nameOf(loser)}: ${moved.join(', ')}.`
          : ` no recibe conversaciones ni identidades de ${nameOf(loser)}.`}
      </p>
      {survivor.tags.length > 0 ? <p>Etiquetas: {survivor.tags.join(', ')}.</p> : null}
      {no.length > 0 ? <p>Al fusionar {no.join(' y ')}: un «no» de cualquiera de los dos se queda.</p> : null}
      <p>Puedes deshacerlo durante 30 días.</p>
    </div>
  );
}
