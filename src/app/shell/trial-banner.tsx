/** How long the shown bot's trial lasts, and that it is over (docs/product.md §4 'Trial'). */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { billingCalls } from '../../../contract/calls/billing.ts';
import { daysText, trialView } from '../../../machines/trial/trial.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { dateText } from '../../ui/dates.ts';
import classes from './banners.module.css';
import { planWay } from './plan-way.ts';

export default function TrialBanner() {
  const { place } = usePlace();
  const may = useMay();
  const botId = place.bot.id;
  const subscription = useQuery({
    queryKey: ['subscription', botId],
    queryFn: ({ signal }) => call(billingCalls.subscriptionOfBot, { params: { botId }, signal }),
    staleTime: 10 * 60_000,
  });
  const view = trialView(subscription.data ?? null);
  if (view.kind === 'none') return null;
  const way = planWay(may);
  return (
    <p role="status" className={classes.trial} data-kind={view.kind}>
      {view.kind === 'running' ? (
        <span>
          {daysText(view.days)} en {place.bot.bot_name}.
        </span>
      ) : view.kind === 'late' ? (
        <span>
          No pudimos cobrar el plan de {place.bot.bot_name}: funciona hasta el {dateText(view.until)}.
        </span>
      ) : (
        <span>
          {view.trial ? 'Tu período de prueba expiró' : 'Tu plan expiró'}: {place.bot.bot_name} ya no
          responde.
        </span>
      )}
      {way ? <Link to={way}>{view.kind === 'late' ? 'Pagar ahora' : 'Actualizar plan'}</Link> : null}
    </p>
  );
}
