/** A plan's next version, or a new plan. */
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { billingOfficeCalls, type OfficePlan } from '../../../contract/calls/billing-office.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './office.module.css';
import { OFFICE_KEY } from './office-queries.ts';

const NUMBERS = [
  { name: 'price', label: 'Precio mensual, IVA incluido', empty: null },
  { name: 'price_yearly', label: 'Precio anual, IVA incluido', empty: null },
  { name: 'agents', label: 'Agentes', empty: 'Sin límite' },
  { name: 'conversations', label: 'Conversaciones al mes', empty: 'Sin límite' },
  { name: 'documents', label: 'Documentos', empty: 'Sin límite' },
  { name: 'channels', label: 'Canales de mensajería', empty: 'Sin límite' },
] as const;
type NumberName = (typeof NUMBERS)[number]['name'];
const MOST = 1_000_000_000;
const FAULT = 'Ingresa un número entero, sin puntos ni decimales.';

/** Whole numbers alone: a fraction of a peso is no price. Undefined: it is none. */
function read(typed: string, mayBeEmpty: boolean): number | null | undefined {
  const text = typed.trim();
  if (text === '') return mayBeEmpty ? null : undefined;
  return /^\d{1,10}$/.test(text) && Number(text) <= MOST ? Number(text) : undefined;
}

export function PlanForm({ plan, onDone }: { plan: OfficePlan | null; onDone: () => void }) {
  const queries = useQueryClient();
  const [id, setId] = useState(plan?.id ?? '');
  const [name, setName] = useState(plan?.name ?? '');
  const [description, setDescription] = useState(plan?.description ?? '');
  const [features, setFeatures] = useState(plan?.features.join('\n') ?? '');
  const [offered, setOffered] = useState(plan?.offered ?? true);
  const [numbers, setNumbers] = useState(
    () =>
      Object.fromEntries(NUMBERS.map((one) => [one.name, String(plan?.[one.name] ?? '')])) as Record<
        NumberName,
        string
      >,
  );
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (values: Record<NumberName, number | null>) =>
      call(billingOfficeCalls.savePlan, {
        params: { id: id.trim() },
        body: {
          ...values,
          price: values.price ?? 0,
          price_yearly: values.price_yearly ?? 0,
          version: plan?.version ?? 0,
          name: name.trim(),
          description: description.trim(),
          features: features.split('\n').flatMap((line) => line.trim() || []),
          offered,
        },
      }),
    onSuccess: (saved) => {
      toastSuccess(`${saved.name}: versión ${saved.version} guardada`);
      void queries.invalidateQueries({ queryKey: [OFFICE_KEY] });
      void queries.invalidateQueries({ queryKey: ['plans'] });
      onDone();
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos guardar el plan', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    if (!/^[a-z0-9_-]{1,30}$/.test(id.trim())) found['id'] = 'Usa letras minúsculas, números y guiones.';
    if (name.trim() === '') found['name'] = 'Ingresa el nombre.';
    const values = {} as Record<NumberName, number | null>;
    for (const one of NUMBERS) {
      const value = read(numbers[one.name], one.empty !== null);
      if (value === undefined) found[one.name] = FAULT;
      else values[one.name] = value;
    }
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate(values);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.fields}>
        {plan ? null : (
          <TextInput
            label="Nombre interno"
            maxLength={30}
            value={id}
            error={faults['id']}
            onChange={(event) => setId(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Nombre"
          maxLength={60}
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Descripción"
          maxLength={200}
          value={description}
          error={faults['description']}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {NUMBERS.map((one) => (
          <TextInput
            key={one.name}
            label={one.label}
            inputMode="numeric"
            maxLength={10}
            placeholder={one.empty ?? '0: a convenir'}
            value={numbers[one.name]}
            error={faults[one.name]}
            onChange={(event) => {
              const typed = event.currentTarget.value;
              setNumbers((before) => ({ ...before, [one.name]: typed }));
            }}
          />
        ))}
      </div>
      <Textarea
        label="Qué incluye, una cosa por línea"
        rows={3}
        maxLength={2400}
        value={features}
        error={faults['features']}
        onChange={(event) => setFeatures(event.currentTarget.value)}
      />
      <Switch
        label="Se ofrece"
        checked={offered}
        onChange={(event) => setOffered(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {plan ? `Guardar como versión ${plan.version + 1}` : 'Crear plan'}
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
