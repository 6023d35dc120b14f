/** The selected bot: whether it answers, where it stands, who is there for it, its plan. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { billingCalls } from '../../../contract/calls/billing.ts';
import type { BotDashboard } from '../../../contract/calls/dashboard.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { previewPath } from '../../ui/bot-preview.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { figure } from '../../ui/money.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './dashboard.module.css';

/** 'Crece · quedan 212 días'. */
function planText({ admissible_plan, days_left, ends_at }: Subscription): string {
  if (ends_at === null) return admissible_plan.name;
  if (days_left === 0) return `${admissible_plan.name} · vencido`;
  return `${admissible_plan.name} · ${days_left === 1 ? 'queda 1 día' : `quedan ${figure(days_left)} días`}`;
}

export function BotCard({ dashboard }: { dashboard: BotDashboard }) {
  const { place } = usePlace();
  const { openEmbed } = useShellActions();
  const may = useMay();
  const { bot } = place;
  const whole = dashboard.scope === 'bot';
  const subscription = useQuery({
    queryKey: ['subscription', bot.id],
    queryFn: ({ signal }) => call(billingCalls.subscriptionOfBot, { params: { botId: bot.id }, signal }),
    enabled: whole,
    staleTime: 10 * 60_000,
  }).data;
  // The hub hears at once who comes and goes; the figures are older.
  const colleagues = useColleagues(bot.id);
  const { people, connected } = colleagues
    ? { people: colleagues.length, connected: colleagues.filter((one) => one.connected).length }
    : dashboard.team;
  const [site] = dashboard.sites.filter(({ origin }) => origin !== location.origin);
  return (
    <section aria-labelledby="bot-card" className={classes.panel}>
      <div className={classes.bot}>
        <PersonAvatar name={bot.bot_name} id={String(bot.id)} image={bot.avatar ?? null} size={44} />
        <div>
          <h2 id="bot-card">{bot.bot_name}</h2>
          <p>{bot.skill_base_template === 'ecommerce' ? 'Plantilla ecommerce' : 'Plantilla genérica'}</p>
        </div>
        <span className={classes.status} data-on={bot.activated}>
          {bot.activated ? 'Activo' : 'Desactivado'}
        </span>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Equipo conectado</dt>
          <dd>
            {figure(connected)} de {figure(people)}
          </dd>
        </div>
        {whole ? (
          <div>
            <dt>Chat en tu sitio</dt>
            <dd>
              {site
                ? `${new URL(site.origin).host}, visto el ${dateTimeText(site.last_seen_at)}`
                : 'Todavía no lo hemos visto'}
            </dd>
          </div>
        ) : null}
        {subscription ? (
          <div>
            <dt>Plan</dt>
            <dd>{planText(subscription)}</dd>
          </div>
        ) : null}
      </dl>
      <p className={classes.actions}>
        {may('chatbot', 'read') ? (
          <>
            <Button component="a" href={previewPath(bot)} target="_blank" rel="noopener" variant="default">
              Previsualizar
            </Button>
            <Button variant="default" onClick={openEmbed}>
              Implementar
            </Button>
          </>
        ) : null}
        {may('chatbot', 'edit') ? (
          <Button variant="default" renderRoot={(props) => <Link to="/chatbot/edit" {...props} />}>
            Editar
          </Button>
        ) : null}
      </p>
    </section>
  );
}
