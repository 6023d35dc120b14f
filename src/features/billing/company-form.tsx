/** Whom receipts are made out to: a company's name, RUT, giro and address. */
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { Company } from '../../../contract/entities/checkout.ts';
import { readRut } from '../../../contract/rut.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './billing.module.css';
import { billingKey } from './billing-queries.ts';

const EMPTY: Company = { name: '', rut: '', activity: '', address: '' };
const FIELDS: readonly { name: keyof Company; label: string; fault: string; most: number }[] = [
  { name: 'name', label: 'Razón social', fault: 'Ingresa la razón social.', most: 120 },
  { name: 'rut', label: 'RUT', fault: 'Ingresa un RUT válido, como 76.123.456-0.', most: 20 },
  { name: 'activity', label: 'Giro', fault: 'Ingresa el giro.', most: 120 },
  { name: 'address', label: 'Dirección', fault: 'Ingresa la dirección.', most: 200 },
];

export function CompanyForm({ company }: { company: Company | null }) {
  const { place } = usePlace();
  const queries = useQueryClient();
  const mayEdit = useMay()('facturacion', 'add');
  const [value, setValue] = useState<Company>(company ?? EMPTY);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () => call(paymentCalls.saveCompany, { body: { bot_id: place.bot.id, ...value } }),
    onSuccess: (saved) => {
      setValue(saved);
      toastSuccess('Datos guardados');
      void queries.invalidateQueries({ queryKey: billingKey(place.bot.id) });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos guardar los datos', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayEdit || save.isPending) return;
    const found: Record<string, string> = {};
    for (const { name, fault } of FIELDS)
      if (value[name].trim() === '' || (name === 'rut' && readRut(value.rut) === null)) found[name] = fault;
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <Section id="company" title="Datos de tu empresa" lead="Aparecen en los comprobantes.">
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.pair}>
          {FIELDS.map(({ name, label, most }) => (
            <TextInput
              key={name}
              label={label}
              name={name}
              maxLength={most}
              autoComplete="off"
              readOnly={!mayEdit}
              value={value[name]}
              error={faults[name]}
              onChange={(event) => {
                const typed = event.currentTarget.value;
                setValue((before) => ({ ...before, [name]: typed }));
              }}
            />
          ))}
        </div>
        <div>
          <AllowedButton type="submit" allowed={mayEdit} loading={save.isPending}>
            Guardar
          </AllowedButton>
        </div>
      </form>
    </Section>
  );
}
