/** A new client: looked up first by RUT, phone and e-mail, so that nobody is written down twice. */
import { Button, Group, Modal, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { leadCalls } from '../../../../contract/calls/leads.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { settleModel, underBrand } from '../../../../contract/rules/catalogue-fields.ts';
import { ApiError, fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { usePlace } from '../../../bot/place-context.ts';
import '../../../ui/dialog-styles.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { isMissing } from '../../../ui/missing.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCatalogue } from '../list/list-queries.ts';
import { cleaned, fieldProblem, LEAD_FIELDS, tidied } from './lead-fields.ts';
import { useOwnFields } from './lead-query.ts';
import classes from './new-client.module.css';

const FIELDS = LEAD_FIELDS.filter(({ name }) => name !== 'notes');
type Values = Record<(typeof FIELDS)[number]['name'], string>;
const EMPTY: Values = { name: '', email: '', phone: '', rut: '', city: '', notes: '' };

interface Found {
  lead: Pick<Lead, '_id'> & Partial<Lead>;
}

export default function NewClientDialog({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const { place } = usePlace();
  const botId = place.bot.id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [values, setValues] = useState(EMPTY);
  /** What the bot's filter catalogue asks for besides; a model stands under its brand. */
  const own = useOwnFields(botId).data?.filter(({ catalogue }) => catalogue) ?? [];
  const cities = useCatalogue(botId).data?.ciudad ?? [];
  const listId = useId();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [known, setKnown] = useState<Found | null>(null);
  const open = (id: string) => {
    onClose();
    void navigate({ to: '/clients/detail-lead/$id', params: { id } });
  };
  const create = useMutation({
    mutationFn: async () => {
      const [name, email, phone, rut, city] = [
        values.name,
        values.email,
        values.phone,
        values.rut,
        values.city,
      ].map(cleaned);
      if (email || phone || rut) {
        const found = await lookUp({ bot_id: botId, email, phone, rut });
        if (found) return { found };
      }
      return {
        made: await call(leadCalls.createLead, {
          body: { lead: { bot_id: botId, name, email, phone, rut, city, fields: chosen } },
        }),
      };
    },
    onSuccess: (result) => {
      if (result.found) return setKnown({ lead: result.found });
      void queries.invalidateQueries({ queryKey: ['leads', botId] });
      toastSuccess('Cliente creado');
      if (result.made) open(result.made._id);
    },
    onError: (error) => {
      // Somebody wrote them down a moment earlier.
      const id = error instanceof ApiError ? error.details['lead_id'] : undefined;
      if (typeof id === 'string') return setKnown({ lead: { _id: id } });
      const fields = fieldErrors(error);
      setProblems(Object.keys(fields).length > 0 ? fields : { form: sentence(error) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong: Record<string, string> = {};
    for (const field of FIELDS) {
      const problem = fieldProblem(field, values[field.name]);
      if (problem !== null) wrong[field.name] = problem;
    }
    if (FIELDS.every(({ name }) => name === 'city' || values[name].trim() === ''))
      wrong['name'] = 'Escribe al menos el nombre, el correo, el teléfono o el RUT.';
    setProblems(wrong);
    setKnown(null);
    if (Object.keys(wrong).length === 0) create.mutate();
  };
  const type = (name: keyof Values, text: string) => setValues((before) => ({ ...before, [name]: text }));
  const choose = ({ key }: OwnField, value: string) => {
    const { [key]: _, ...others } = chosen;
    const next = value === '' ? others : { ...others, [key]: value };
    setChosen(settleModel(own.find((one) => one.key === 'modelo')?.catalogue, chosen, next) ?? next);
  };
  return (
    <Modal opened onClose={onClose} title="Nuevo cliente" centered>
      <form onSubmit={submit} noValidate>
        {FIELDS.map((field, index) => (
          <TextInput
            key={field.name}
            label={field.label}
            placeholder={field.hint ?? ''}
            type={field.type === 'long' ? 'text' : field.type}
            maxLength={field.max}
            {...(field.name === 'city' && cities.length > 0 ? { list: listId } : {})}
            value={values[field.name]}
            error={problems[field.name]}
            data-autofocus={index === 0 || undefined}
            onChange={(event) => type(field.name, event.currentTarget.value)}
            onBlur={() => type(field.name, tidied(field, values[field.name]))}
            mb="sm"
          />
        ))}
        {cities.length > 0 ? (
          <datalist id={listId}>
            {cities.map(({ name, formatted }) => (
              <option key={name} value={formatted} />
            ))}
          </datalist>
        ) : null}
        {own.map((field) => (
          <NativeSelect
            key={field.key}
            label={field.label}
            value={chosen[field.key] ?? ''}
            error={problems[`fields.${field.key}`]}
            data={[
              { value: '', label: 'Sin dato' },
              ...(underBrand(field, chosen['marca']).catalogue ?? []).map(({ name, formatted }) => ({
                value: name,
                label: formatted,
              })),
            ]}
            onChange={(event) => choose(field, event.currentTarget.value)}
            mb="sm"
          />
        ))}
        {known ? (
          <div role="alert" className={classes.known}>
            <p>Ya existe un cliente con estos datos{known.lead.name ? `: ${known.lead.name}` : ''}.</p>
            <Button size="xs" variant="default" onClick={() => open(known.lead._id)}>
              Abrir ficha
            </Button>
          </div>
        ) : null}
        {problems['form'] ? (
          <p role="alert" className={classes.problem}>
            {problems['form']}
          </p>
        ) : null}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={create.isPending}>
            Crear cliente
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

type Identity = { bot_id: number } & Record<'email' | 'phone' | 'rut', string | null | undefined>;
/** Null when nobody matches. @throws ApiError when the server could not be asked */
async function lookUp(lead: Identity): Promise<Lead | null> {
  try {
    return await call(leadCalls.findLead, { body: { lead } });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
