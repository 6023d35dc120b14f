/** Coupons: the list, and one that is made or changed. */

import { Button, Switch, TextInput } from '@mantine/core';
import { useToday } from '../../bot/use-today.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { billingOfficeCalls } from '../../../contract/calls/billing-office.ts';
import { DAY_FAULT, dateOfDay, isDay } from '../../../contract/days.ts';
import type { Coupon } from '../../../contract/entities/checkout.ts';
import { COUPON_CODE, COUPON_PERIODS, couponReach, readCouponCode } from '../../../contract/rules/coupons.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { DayField } from '../../ui/day-field/day-field.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './office.module.css';
import { OFFICE_KEY, useOfficeCoupons } from './office-queries.ts';
import { couponUses } from './office-texts.ts';

export function Coupons() {
  const coupons = useOfficeCoupons();
  const [edited, setEdited] = useState<string | null>(null);
  if (coupons.isPending) return <LoadRows label="Cargando cupones…" rows={3} />;
  if (!coupons.data)
    return <LoadError message={sentence(coupons.error)} onRetry={() => void coupons.refetch()} />;
  const add = (
    <Button variant="default" onClick={() => setEdited('')}>
      Nuevo cupón
    </Button>
  );
  return (
    <>
      {coupons.data.length === 0 && edited === null ? (
        <Empty title="Todavía no hay cupones." next={add} />
      ) : (
        <ul className={classes.list}>
          {coupons.data.map((one) => (
            <li key={one.code}>
              {edited === one.code ? (
                <CouponForm coupon={one} onDone={() => setEdited(null)} />
              ) : (
                <Line coupon={one} onEdit={() => setEdited(one.code)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {edited === '' ? (
        <CouponForm coupon={null} onDone={() => setEdited(null)} />
      ) : coupons.data.length > 0 ? (
        add
      ) : null}
    </>
  );
}

function Line({ coupon, onEdit }: { coupon: Coupon; onEdit: () => void }) {
  const { code, percent, periods, version, last_day, max_uses, active, note, uses } = coupon;
  return (
    <div className={classes.line}>
      <div>
        <strong>{code}</strong>{' '}
        <small>
          {percent} % {couponReach(periods)} · versión {version}
        </small>
        {active ? null : <small> · detenido</small>}
        <p>
          {couponUses(uses, max_uses)}
          {last_day === null ? ', sin fecha de término' : `, hasta el ${dateOfDay(last_day)}`}
          {note ? `. ${note}` : ''}
        </p>
      </div>
      <Button variant="default" size="compact-sm" aria-label={`Editar ${code}`} onClick={onEdit}>
        Editar
      </Button>
    </div>
  );
}

function CouponForm({ coupon, onDone }: { coupon: Coupon | null; onDone: () => void }) {
  const queries = useQueryClient();
  const [code, setCode] = useState(coupon?.code ?? '');
  const [percent, setPercent] = useState(String(coupon?.percent ?? ''));
  const [periods, setPeriods] = useState(String(coupon?.periods ?? ''));
  const today = useToday();
  const [lastDay, setLastDay] = useState(coupon?.last_day ?? '');
  const [maxUses, setMaxUses] = useState(String(coupon?.max_uses ?? ''));
  const [note, setNote] = useState(coupon?.note ?? '');
  const [active, setActive] = useState(coupon?.active ?? true);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (wanted: string) =>
      call(billingOfficeCalls.saveCoupon, {
        params: { code: wanted },
        body: {
          version: coupon?.version ?? 0,
          percent: Number(percent),
          periods: periods.trim() === '' ? null : Number(periods),
          last_day: lastDay === '' ? null : lastDay,
          max_uses: maxUses.trim() === '' ? null : Number(maxUses),
          active,
          note: note.trim() === '' ? null : note.trim(),
        },
      }),
    onSuccess: (saved) => {
      toastSuccess(`${saved.code}: guardado`);
      void queries.invalidateQueries({ queryKey: [OFFICE_KEY] });
      onDone();
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos guardar el cupón', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    const wanted = readCouponCode(code);
    if (wanted === null) found['code'] = COUPON_CODE.text;
    if (!/^[1-9]\d?$/.test(percent.trim())) found['percent'] = 'Ingresa un número de 1 a 99.';
    if (periods.trim() !== '' && !(/^[1-9]\d?$/.test(periods.trim()) && Number(periods) <= COUPON_PERIODS))
      found['periods'] = `Ingresa un número de 1 a ${COUPON_PERIODS}, o déjalo vacío.`;
    if (lastDay !== '' && !isDay(lastDay)) found['last_day'] = DAY_FAULT;
    if (maxUses.trim() !== '' && !/^[1-9]\d{0,5}$/.test(maxUses.trim()))
      found['max_uses'] = 'Ingresa un número entero, o déjalo vacío.';
    setFaults(found);
    if (wanted !== null && Object.keys(found).length === 0) save.mutate(wanted);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.fields}>
        <TextInput
          label="Código"
          maxLength={30}
          readOnly={coupon !== null}
          value={code}
          error={faults['code']}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput
          label="Descuento en porcentaje"
          inputMode="numeric"
          maxLength={2}
          value={percent}
          error={faults['percent']}
          onChange={(event) => setPercent(event.currentTarget.value)}
        />
        <TextInput
          label="En cuántos cobros"
          description="Vacío: en todos"
          inputMode="numeric"
          maxLength={2}
          value={periods}
          error={faults['periods']}
          onChange={(event) => setPeriods(event.currentTarget.value)}
        />
        <DayField
          label="Último día (opcional)"
          value={lastDay}
          today={today}
          error={faults['last_day']}
          onChange={setLastDay}
        />
        <TextInput
          label="Cuántas veces (opcional)"
          inputMode="numeric"
          maxLength={6}
          value={maxUses}
          error={faults['max_uses']}
          onChange={(event) => setMaxUses(event.currentTarget.value)}
        />
        <TextInput
          label="Nota (opcional)"
          maxLength={200}
          value={note}
          error={faults['note']}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      <Switch
        label="Se puede usar"
        checked={active}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          Guardar cupón
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
