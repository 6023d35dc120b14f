/** `/facturacion` (docs/product.md §2, §6): the plan and how it stands, card, charges with receipts, company data, the end. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { Charge } from '../../../contract/entities/checkout.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateText } from '../../ui/dates.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import button from '../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { AuditEntries } from '../roles/audit-entries.tsx';
import classes from './billing.module.css';
import { billingKey, useBilling, useBillingChanges, useCharges } from './billing-queries.ts';
import { CancelForm } from './cancel-form.tsx';
import { CompanyForm } from './company-form.tsx';
import { standText, standWord } from './plan-texts.ts';
import { BesideFigures, ConversationNote, UsageList } from './usage-list.tsx';

type Summary = z.output<typeof paymentCalls.billingOf.answer>;

export function BillingScreen() {
  const { place } = usePlace();
  const botId = place.bot.id;
  const billing = useBilling(botId);
  return (
    <Screen
      title="Facturación"
      lead={`El plan de ${place.bot.bot_name}, sus cobros y los datos de tu empresa.`}
      back={{ to: '/dashboard', label: 'Dashboard' }}
    >
      {billing.isError ? (
        <LoadError message={sentence(billing.error)} onRetry={() => void billing.refetch()} />
      ) : billing.data ? (
        <div key={botId}>
          <PlanSection summary={billing.data} />
          <Section id="usage" title="Lo que usas de tu plan">
            <UsageList usage={billing.data.usage} />
            <ConversationNote usage={billing.data.usage} />
            <BesideFigures {...billing.data.beside_figures} />
          </Section>
          <Charges />
          <CompanyForm company={billing.data.company} />
          <Changes />
        </div>
      ) : (
        <LoadRows label="Cargando la facturación" />
      )}
    </Screen>
  );
}

function PlanSection({ summary }: { summary: Summary }) {
  const { place } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const [ending, setEnding] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const { subscription, card, next_charge, may_reactivate, undoable, coupon, renews_from } = summary;
  const renewable = renews_from !== null && Date.parse(renews_from) <= Date.now();
  const refresh = () => queries.invalidateQueries({ queryKey: billingKey(place.bot.id) });
  const reactivate = useMutation({
    mutationFn: (id: number) => call(paymentCalls.reactivate, { body: { id } }),
    onSuccess: () => {
      toastSuccess('La suscripción sigue activa');
      void refresh();
    },
    onError: (error) => void showError('No pudimos reactivarla', sentence(error)),
  });
  const changeCard = useMutation({
    mutationFn: () => call(paymentCalls.changeCard, { body: { bot_id: place.bot.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => void showError('No pudimos abrir el cambio de tarjeta', sentence(error)),
  });
  const takeBack = useMutation({
    mutationFn: () => call(paymentCalls.takeBackChange, { body: { bot_id: place.bot.id } }),
    onSuccess: () => {
      toastSuccess('El cambio de plan quedó sin efecto');
      void refresh();
    },
    onError: (error) => void showError('No pudimos dejarlo sin efecto', sentence(error)),
  });
  // The price alone changes, once a coupon is over.
  const priceAlone =
    subscription?.next_plan?.name === subscription?.admissible_plan.name &&
    subscription?.next_plan?.period === subscription?.plan_period;
  const running = subscription && ['trialing', 'active', 'past_due'].includes(subscription.status);
  return (
    <Section
      id="plan"
      title={subscription ? `Plan ${subscription.admissible_plan.name}` : 'Sin plan'}
      lead={subscription ? standWord(subscription) : undefined}
    >
      <div className={classes.row}>
        <p>
          {standText(subscription)}
          {next_charge ? ` Próximo cobro: ${money(next_charge.amount)} el ${dateText(next_charge.at)}.` : ''}
          {coupon && coupon.left !== 0
            ? ` Cupón ${coupon.code}: ${coupon.percent} % menos ${coupon.left === null ? 'en cada cobro' : coupon.left === 1 ? 'en un cobro más' : `en ${coupon.left} cobros más`}.`
            : ''}
          {renews_from !== null && !renewable
            ? ` El período siguiente se puede pagar desde el ${dateText(renews_from)}.`
            : ''}
          {subscription?.next_plan && !priceAlone
            ? ` Cambia al plan ${subscription.next_plan.name} el ${dateText(subscription.next_plan.at)}.`
            : ''}
          {card ? ` Tarjeta ${card.brand} terminada en ${card.last4}.` : ''}
        </p>
        <div ref={buttons} className={classes.buttons}>
          <Link to="/checkout" className={button.link}>
            {renewable ? 'Pagar el período siguiente' : 'Ver los planes'}
          </Link>
          {card ? (
            <AllowedButton
              variant="default"
              allowed={may('facturacion', 'add')}
              loading={changeCard.isPending}
              onClick={() => changeCard.mutate()}
            >
              Cambiar la tarjeta
            </AllowedButton>
          ) : null}
          {subscription?.next_plan && !priceAlone ? (
            <AllowedButton
              variant="default"
              allowed={may('planes_checkout', 'add')}
              loading={takeBack.isPending}
              onClick={() => takeBack.mutate()}
            >
              Dejar el cambio sin efecto
            </AllowedButton>
          ) : null}
          {subscription && may_reactivate ? (
            <AllowedButton
              allowed={may('facturacion', 'delete')}
              loading={reactivate.isPending}
              onClick={() => reactivate.mutate(subscription.id)}
            >
              Reactivar
            </AllowedButton>
          ) : null}
          {running && !ending ? (
            <AllowedButton
              variant="default"
              data-ends=""
              allowed={may('facturacion', 'delete')}
              onClick={() => setEnding(true)}
            >
              Cancelar la suscripción
            </AllowedButton>
          ) : null}
        </div>
      </div>
      {running && ending ? (
        <CancelForm
          id={subscription.id}
          botName={place.bot.bot_name}
          undoable={undoable}
          onDone={() => {
            setEnding(false);
            void refresh();
          }}
          onLeave={() => {
            setEnding(false);
            requestAnimationFrame(() => buttons.current?.querySelector<HTMLElement>('[data-ends]')?.focus());
          }}
        />
      ) : null}
    </Section>
  );
}

/** Who changed what of the plan and its data. */
function Changes() {
  const { place } = usePlace();
  const changes = useBillingChanges(place.bot.id);
  return (
    <Section id="changes" title="Quién cambió qué">
      {changes.isError ? (
        <LoadError message={sentence(changes.error)} onRetry={() => void changes.refetch()} />
      ) : !changes.data ? (
        <LoadRows label="Cargando los cambios" rows={3} />
      ) : changes.data.length === 0 ? (
        <Empty title="Todavía no hay cambios." next={{ none: 'What is changed here comes by itself.' }} />
      ) : (
        <AuditEntries audits={changes.data} busy={changes.isFetching} />
      )}
    </Section>
  );
}

const STATES: Record<Charge['state'], string> = {
  paid: 'Pagado',
  failed: 'Falló',
  refund_wanted: 'Por devolver',
  refunded: 'Devuelto',
};

function Charges() {
  const { place } = usePlace();
  const charges = useCharges(place.bot.id);
  return (
    <Section id="charges" title="Cobros">
      {charges.isError ? (
        <LoadError message={sentence(charges.error)} onRetry={() => void charges.refetch()} />
      ) : !charges.data ? (
        <LoadRows label="Cargando los cobros" rows={3} />
      ) : charges.data.length === 0 ? (
        <Empty
          title="Todavía no hay cobros."
          next={
            <Link to="/checkout" className={button.link}>
              Ver los planes
            </Link>
          }
        />
      ) : (
        <div className={table.scroll}>
          <table className={table.table} aria-label="Cobros">
            <thead>
              <tr>
                <th scope="col">Fecha</th>
                <th scope="col">Detalle</th>
                <th scope="col">Monto</th>
                <th scope="col">Estado</th>
                <th scope="col">Número</th>
                <th scope="col">
                  <span className="visually-hidden">Comprobante</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {charges.data.map((charge) => (
                <ChargeRow key={charge.id} charge={charge} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function ChargeRow({ charge }: { charge: Charge }) {
  const receipt = useMutation({
    mutationFn: () => call(paymentCalls.receipt, { params: { id: charge.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => void showError('No pudimos hacer el comprobante', sentence(error)),
  });
  return (
    <tr>
      <td>{dateText(charge.at)}</td>
      <td className={classes.detail}>
        Plan {charge.plan_name}
        {charge.coupon !== null && charge.full_amount !== null ? (
          <small className={classes.refund}>
            {money(charge.full_amount)} menos {money(charge.full_amount - charge.amount)} del cupón{' '}
            {charge.coupon}
          </small>
        ) : null}
        {charge.test ? ' · Pago de prueba' : ''}
      </td>
      <td className={classes.amount}>{money(charge.amount)}</td>
      <td>{STATES[charge.state]}</td>
      <td>
        {charge.provider_id}
        {charge.refund_id ? <small className={classes.refund}>Devolución {charge.refund_id}</small> : null}
      </td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          loading={receipt.isPending}
          onClick={() => receipt.mutate()}
        >
          Comprobante
        </Button>
      </td>
    </tr>
  );
}
