/** `/automatizaciones`: what runs by itself at this chatbot, and what it has come to. */
import { Link } from '@tanstack/react-router';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import link from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import { useAutomation } from './automation-queries.ts';
import { amountText } from './automation-text.ts';
import classes from './automations.module.css';

export function AutomationsScreen() {
  const { place } = usePlace();
  const carts = useAutomation(place.bot.id, 'carro-abandonado');
  const { data } = carts;
  return (
    <Screen
      title="Automatizaciones"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Mensajes que salen solos, dentro de reglas que puedes leer caso por caso."
    >
      <Section
        id="carro-abandonado"
        title="Carro abandonado"
        lead="Escribe por WhatsApp a quien dejó un carro en tu tienda, con el enlace que lo recupera."
      >
        {carts.isPending ? <LoadRows label="Cargando la automatización…" rows={1} height={64} /> : null}
        {carts.error && !data ? (
          <LoadError message={sentence(carts.error)} onRetry={() => void carts.refetch()} />
        ) : null}
        {data ? (
          <>
            <p className={classes.state} data-on={data.on || undefined}>
              {data.on ? 'Encendida' : 'Apagada'}
              {data.unavailable ? `: ${data.unavailable}` : data.paused ? `: ${data.paused}` : ''}
            </p>
            <p className={classes.note}>
              {figure(data.figures.messages)} mensajes, {figure(data.figures.within_72h.orders)} compras dentro
              de 72 horas por {amountText(data.figures.within_72h.total, data.figures.currency)}.
            </p>
          </>
        ) : null}
        <Link to="/automatizaciones/carro-abandonado" className={link.link}>
          Ver y configurar
        </Link>
      </Section>
    </Screen>
  );
}
