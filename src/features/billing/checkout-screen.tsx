/** `/checkout` (docs/product.md §2, §3 Checkout): the plans compared, and the way to the till of whoever collects. */
import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { PayWay, Usages } from '../../../contract/entities/checkout.ts';
import type {
  Plan,
  PlanPeriod,
  ProviderName,
  Subscription,
} from '../../../contract/entities/subscription.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { usePayWays, usePlans, useSubscription } from './billing-queries.ts';
import { PERIOD_LABELS, priceOf, standText, wayText } from './plan-texts.ts';
import { UsageList } from './usage-list.tsx';

const ASK_AN_OWNER = 'Pídele a un propietario que contrate';
const COLLECTED = ['trialing', 'active', 'past_due', 'cancel_scheduled'];

export function CheckoutScreen() {
  const { place } = usePlace();
  // A choice belongs to one bot.
  return <Checkout key={place.bot.id} />;
}

function Checkout() {
  const { place, user } = usePlace();
  const botId = place.bot.id;
  const plans = usePlans(user.id);
  const ways = usePayWays(botId);
  const subscription = useSubscription(botId);
  const all = [plans, ways, subscription];
  const failed = all.find(({ isError }) => isError);
  return (
    <Screen
      title="Planes"
      lead={`Elige el plan de ${place.bot.bot_name}. Los precios incluyen IVA.`}
      back={{ to: '/dashboard', label: 'Dashboard' }}
    >
      {failed ? (
        <LoadError
          message={sentence(failed.error)}
          onRetry={() => all.forEach((one) => void one.refetch())}
        />
      ) : !plans.data || !ways.data || subscription.data === undefined ? (
        <LoadRows label="Cargando los planes" rows={3} height={180} />
      ) : plans.data.length === 0 ? (
        <Empty
          title="No hay planes a la venta."
          next={{ none: 'An installation without plans sells nothing.' }}
        />
      ) : (
        <Offer
          plans={plans.data}
          ways={ways.data.ways}
          usage={ways.data.usage}
          subscription={subscription.data}
        />
      )}
    </Screen>
  );
}

interface OfferProps {
  plans: readonly Plan[];
  ways: readonly PayWay[];
  usage: Usages;
  subscription: Subscription | null;
}

function Offer({ plans, ways, usage, subscription }: OfferProps) {
  const mayPay = useMay()('planes_checkout', 'add');
  const [period, setPeriod] = useState<PlanPeriod>('monthly');
  const [chosen, setChosen] = useState<string | null>(null);
  const running =
    subscription !== null && subscription.provider !== null && COLLECTED.includes(subscription.status);
  const plan = plans.find(({ id }) => id === chosen);
  return (
    <>
      {mayPay ? null : (
        <p role="status" className={classes.notice}>
          {ASK_AN_OWNER}.
        </p>
      )}
      {running ? (
        <p role="status" className={classes.notice}>
          Este chatbot ya tiene el plan {subscription.admissible_plan.name}. {standText(subscription)}{' '}
          <Link to="/facturacion">Ver Facturación</Link>
        </p>
      ) : null}
      <div className={classes.top}>
        <SegmentedControl
          aria-label="Cada cuánto se paga"
          value={period}
          onChange={(value) => setPeriod(value as PlanPeriod)}
          data={[
            { value: 'monthly', label: PERIOD_LABELS.monthly },
            { value: 'yearly', label: PERIOD_LABELS.yearly },
          ]}
        />
      </div>
      <ul className={classes.plans}>
        {plans.map((one) => (
          <PlanCard
            key={one.id}
            plan={one}
            period={period}
            usage={usage}
            own={subscription?.admissible_plan.id === one.id}
            chosen={one.id === chosen}
            allowed={mayPay && !running}
            why={running ? 'Cancela primero el plan que se cobra.' : `${ASK_AN_OWNER}.`}
            onChoose={() => setChosen(one.id)}
          />
        ))}
      </ul>
      {plan && mayPay && !running ? (
        <Pay
          key={`${plan.id} ${period}`}
          plan={plan}
          period={period}
          ways={ways}
          subscription={subscription}
        />
      ) : null}
    </>
  );
}

function PlanCard({
  plan,
  period,
  usage,
  own,
  chosen,
  allowed,
  why,
  onChoose,
}: {
  plan: Plan;
  period: PlanPeriod;
  usage: Usages;
  own: boolean;
  chosen: boolean;
  allowed: boolean;
  why: string;
  onChoose: () => void;
}) {
  const price = priceOf(plan, period);
  const { agents, conversations, documents, channels } = plan;
  return (
    <li className={classes.plan} data-chosen={chosen || undefined}>
      <h2>
        {plan.name} {own ? <small>Tu plan</small> : null}
      </h2>
      <p>
        {price === 0 ? (
          <span className={classes.price}>A convenir</span>
        ) : (
          <>
            <span className={classes.price}>{money(price)}</span>
            {period === 'yearly' ? `al año, ${money(Math.round(price / 12))} al mes` : 'al mes'}, IVA incluido
          </>
        )}
        <br />
        {plan.description}
      </p>
      <UsageList usage={usage} limits={{ agents, conversations, documents, channels }} />
      <AllowedButton
        allowed={allowed && price > 0}
        why={price > 0 ? why : 'El precio de este plan se acuerda con ventas.'}
        variant={chosen ? 'filled' : 'default'}
        onClick={onChoose}
      >
        {chosen ? 'Elegido' : `Elegir ${plan.name}`}
      </AllowedButton>
    </li>
  );
}

function Pay({
  plan,
  period,
  ways,
  subscription,
}: {
  plan: Plan;
  period: PlanPeriod;
  ways: readonly PayWay[];
  subscription: Subscription | null;
}) {
  const { place } = usePlace();
  const [provider, setProvider] = useState<ProviderName | null>(ways[0]?.provider ?? null);
  const pay = useMutation({
    mutationFn: (chosen: ProviderName) =>
      call(paymentCalls.createCheckout, {
        body: { bot_id: place.bot.id, plan_id: plan.id, plan_period: period, provider: chosen },
      }),
    // The till is the provider's own page: no card is typed here.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => void showError('No pudimos empezar el pago', sentence(error)),
  });
  const price = money(priceOf(plan, period));
  const trial = subscription?.status === 'trialing';
  return (
    <Section
      id="pay"
      title={`Pagar el plan ${plan.name}`}
      lead={
        trial
          ? `Tu período de prueba sigue: hoy registras tu tarjeta, y el primer cobro de ${price} se hace cuando termine. Si le quedan menos de dos días, puede cobrarse hoy.`
          : `Hoy se cobran ${price}, y lo mismo cada ${period === 'yearly' ? 'año' : 'mes'} hasta que lo canceles.`
      }
    >
      {provider === null ? (
        <p className={classes.quiet}>
          Todavía no se puede pagar en línea. Quien administra esta instalación lo activa con FLOW_API_KEY y
          FLOW_SECRET_KEY, o con STRIPE_SECRET_KEY y STRIPE_WEBHOOK_SECRET.
        </p>
      ) : (
        <div className={classes.pay}>
          <RadioChoice
            legend="Medio de pago"
            name="provider"
            value={provider}
            options={ways.map((way) => ({
              value: way.provider,
              label: wayText(way),
              ...(way.test ? { text: 'No se cobra nada: es una caja de este equipo.' } : {}),
            }))}
            onChange={setProvider}
          />
          <Button loading={pay.isPending} onClick={() => pay.mutate(provider)}>
            Ir a pagar
          </Button>
        </div>
      )}
    </Section>
  );
}
