/** `/checkout` (docs/product.md §2, §3 Checkout): the plans compared, and the way to the till of whoever collects. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { CouponTerms, PayWay, Usages } from '../../../contract/entities/checkout.ts';
import type {
  PayMode,
  Plan,
  PlanPeriod,
  ProviderName,
  Subscription,
} from '../../../contract/entities/subscription.ts';
import { afterCoupon, couponReach } from '../../../contract/rules/coupons.ts';
import { priceOf } from '../../../contract/rules/plan-change.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { money } from '../../ui/money.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { usePayWays, usePlans, useSubscription } from './billing-queries.ts';
import { ChangePlan } from './change-plan.tsx';
import { chargesText, couponText, onceText, PERIOD_LABELS, standText, wayText } from './plan-texts.ts';
import { UpgradePaid } from './upgrade-paid.tsx';
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
    subscription !== null &&
    !subscription.prepaid &&
    subscription.provider !== null &&
    COLLECTED.includes(subscription.status);
  const mayChange =
    running && ['active', 'trialing'].includes(subscription.status) && subscription.next_plan === null;
  const plan = plans.find(({ id }) => id === chosen);
  const once = ways.find(({ modes }) => modes.includes('payment'));
  const same = plan?.id === subscription?.admissible_plan.id && period === subscription?.plan_period;
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
      {!running && subscription?.prepaid ? (
        <p role="status" className={classes.notice}>
          Plan {subscription.admissible_plan.name}. {standText(subscription)}
        </p>
      ) : null}
      {ways.length === 0 ? (
        <p role="status" className={classes.notice}>
          Todavía no se puede pagar en línea. Quien administra esta instalación lo activa con FLOW_API_KEY y
          FLOW_SECRET_KEY, o con STRIPE_SECRET_KEY y STRIPE_WEBHOOK_SECRET.
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
            had={running && subscription.admissible_plan.id === one.id && subscription.plan_period === period}
            chosen={one.id === chosen}
            allowed={mayPay && (running ? mayChange : ways.length > 0)}
            why={
              running
                ? 'El plan se puede cambiar cuando no hay un pago pendiente, una cancelación ni otro cambio.'
                : mayPay
                  ? 'Todavía no se puede pagar en línea.'
                  : `${ASK_AN_OWNER}.`
            }
            onChoose={() => setChosen(one.id)}
          />
        ))}
      </ul>
      {plan && mayPay && mayChange && !same ? (
        <ChangePlan key={`${plan.id} ${period}`} plan={plan} period={period} />
      ) : null}
      {plan && mayPay && once && subscription?.prepaid && isLarger(plan, period, subscription, plans) ? (
        <UpgradePaid key={`upgrade ${plan.id} ${period}`} plan={plan} period={period} way={once} />
      ) : null}
      {plan && mayPay && !running && ways.length > 0 ? (
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

/** Whether a plan costs more than the one whose period was paid and runs; one that is sold no more is smaller. */
const isLarger = (
  plan: Plan,
  period: PlanPeriod,
  { status, plan_period, admissible_plan }: Subscription,
  plans: readonly Plan[],
) => {
  const own = plans.find(({ id }) => id === admissible_plan.id);
  return (
    ['active', 'cancel_scheduled'].includes(status) &&
    plan_period === period &&
    priceOf(plan, period) > (own ? priceOf(own, period) : 0)
  );
};

function PlanCard({
  plan,
  period,
  usage,
  own,
  had,
  chosen,
  allowed,
  why,
  onChoose,
}: {
  plan: Plan;
  period: PlanPeriod;
  usage: Usages;
  own: boolean;
  /** In this very period. */
  had: boolean;
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
        allowed={allowed && price > 0 && !had}
        why={
          had ? 'Es el plan que tienes.' : price > 0 ? why : 'El precio de este plan se acuerda con ventas.'
        }
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
  const options = ways.flatMap((way) => way.modes.map((mode) => ({ way, mode })));
  const [chosen, setChosen] = useState(options[0] ? optionOf(options[0]) : null);
  const [coupon, setCoupon] = useState<CouponTerms | null>(null);
  const full = priceOf(plan, period);
  const amount = coupon ? afterCoupon(full, coupon.percent) : full;
  const option = options.find((one) => optionOf(one) === chosen);
  const pay = useMutation({
    mutationFn: ({ way, mode }: PayOption) =>
      call(paymentCalls.createCheckout, {
        body: {
          bot_id: place.bot.id,
          plan_id: plan.id,
          plan_period: period,
          provider: way.provider,
          mode,
          amount,
          coupon: coupon?.code ?? null,
        },
      }),
    // The till is the provider's own page: no card is typed here.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => void showError('No pudimos empezar el pago', sentence(error)),
  });
  if (!option) return null;
  return (
    <Section
      id="pay"
      title={`Pagar el plan ${plan.name}`}
      lead={
        option.mode === 'payment'
          ? onceText({ amount, period, subscription })
          : chargesText({ amount, full, period, subscription, periods: coupon?.periods ?? null })
      }
    >
      <div className={classes.pay}>
        <RadioChoice
          legend="Medio de pago"
          name="provider"
          value={optionOf(option)}
          options={options.map((one) => ({
            value: optionOf(one),
            label: wayText(one.way, one.mode),
            ...(one.way.test ? { text: 'No se cobra nada: es una caja de este equipo.' } : {}),
          }))}
          onChange={setChosen}
        />
        <CouponField coupon={coupon} full={full} once={option.mode === 'payment'} onCoupon={setCoupon} />
        {ways.some((way) => way.provider === 'stripe') ? (
          <PayLink key={coupon?.code ?? ''} plan={plan} period={period} coupon={coupon} />
        ) : null}
        <Button loading={pay.isPending} onClick={() => pay.mutate(option)}>
          Ir a pagar
        </Button>
      </div>
    </Section>
  );
}

interface PayOption {
  way: PayWay;
  mode: PayMode;
}
const optionOf = ({ way, mode }: PayOption): `${ProviderName} ${PayMode}` => `${way.provider} ${mode}`;

/** Somebody else pays: a link of this plan for who has no account here. */
function PayLink({ plan, period, coupon }: { plan: Plan; period: PlanPeriod; coupon: CouponTerms | null }) {
  const { place } = usePlace();
  const make = useMutation({
    mutationFn: () =>
      call(paymentCalls.makePayLink, {
        body: {
          bot_id: place.bot.id,
          plan_id: plan.id,
          plan_period: period,
          coupon: coupon?.code ?? null,
        },
      }),
    onError: (error) => void showError('No pudimos hacer el enlace', sentence(error)),
  });
  return make.data ? (
    <div className={classes.link}>
      <TextInput label="Enlace de pago, sirve 7 días" readOnly value={make.data.url} />
      <CopyButton
        text={() => make.data.url}
        label="Copiar el enlace"
        copied="Enlace copiado"
        variant="default"
      />
    </div>
  ) : (
    <Button variant="subtle" loading={make.isPending} onClick={() => make.mutate()}>
      Que pague otra persona, con un enlace
    </Button>
  );
}

/** A code is asked about before it is paid with: what it takes off, and for how long, stands here and in the lead. */
function CouponField({
  coupon,
  full,
  once,
  onCoupon,
}: {
  coupon: CouponTerms | null;
  /** Pesos of a period without one. */
  full: number;
  /** One period alone is paid. */
  once: boolean;
  onCoupon: (coupon: CouponTerms | null) => void;
}) {
  const { place } = usePlace();
  const [typed, setTyped] = useState('');
  const apply = useMutation({
    mutationFn: (code: string) =>
      call(paymentCalls.couponOf, { query: { bot_id: place.bot.id, code: code.trim() } }),
    onSuccess: onCoupon,
    onError: (error) => {
      if (!fieldErrors(error)['coupon']) void showError('No pudimos aplicar el código', sentence(error));
    },
  });
  if (coupon)
    return (
      <p role="status" className={classes.quiet}>
        {couponText(coupon, full, once ? 'en este pago' : couponReach(coupon.periods))}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => onCoupon(null)}>
          Quitar
        </Button>
      </p>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '' && !apply.isPending) apply.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate className={classes.coupon}>
      <TextInput
        label="Código de descuento (opcional)"
        maxLength={60}
        value={typed}
        error={fieldErrors(apply.error)['coupon']}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          apply.reset();
        }}
      />
      <Button type="submit" variant="default" loading={apply.isPending}>
        Aplicar
      </Button>
    </form>
  );
}
