/** `/automatizaciones`: what runs by itself at this chatbot, and what it has come to. */
import { Link } from '@tanstack/react-router';
import type { AutomationKind } from '../../../contract/rules/automations.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import link from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import { useAutomation } from './automation-queries.ts';
import { boughtText, costText, KIND_TEXT } from './automation-text.ts';
import classes from './automations.module.css';

export function AutomationsScreen() {
  return (
    <Screen
      title="Automatizaciones"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Mensajes que salen solos, dentro de reglas que puedes leer caso por caso."
    >
      <Kind kind="carro-abandonado" />
      <Kind kind="error-pago" />
      <Kind kind="seguimiento-pedidos" />
    </Screen>
  );
}

function Kind({ kind }: { kind: AutomationKind }) {
  const { place } = usePlace();
  const automation = useAutomation(place.bot.id, kind);
  const { data } = automation;
  const text = KIND_TEXT[kind];
  return (
    <Section id={kind} title={text.title} lead={text.what}>
      {automation.isPending ? <LoadRows label="Cargando la automatización…" rows={1} height={64} /> : null}
      {automation.error && !data ? (
        <LoadError message={sentence(automation.error)} onRetry={() => void automation.refetch()} />
      ) : null}
      {data ? (
        <>
          <p className={classes.state} data-on={data.on || undefined}>
            {data.on ? 'Encendida' : 'Apagada'}
          </p>
          {data.unavailable || data.paused ? (
            <p className={classes.paused}>{data.unavailable ?? data.paused}</p>
          ) : null}
          <p className={classes.note}>
            {figure(data.figures.messages)} {data.figures.messages === 1 ? 'mensaje' : 'mensajes'}
            {data.figures.messages > 0 ? ` · cobrados por Meta: ${costText(data.figures)}` : ''}
            {kind === 'seguimiento-pedidos' ? null : (
              <>
                {' · '}
                {figure(data.figures.within_72h.orders)}{' '}
                {data.figures.within_72h.orders === 1 ? 'compra' : 'compras'} dentro de 72 h
                {data.figures.within_72h.orders > 0 ? `: ${boughtText(data.figures.within_72h)}` : ''}
              </>
            )}
          </p>
        </>
      ) : null}
      <div>
        <Link to={`/automatizaciones/${kind}`} className={link.link}>
          Ver y configurar
        </Link>
      </div>
    </Section>
  );
}
