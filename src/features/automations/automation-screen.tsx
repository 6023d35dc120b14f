/** One automation: what it has come to, its rule, what it would do today, and each case with why. */
import type { ReactNode } from 'react';
import type { AutomationKind } from '../../../contract/rules/automations.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import { useAutomation } from './automation-queries.ts';
import { costText, KIND_TEXT, ordersText } from './automation-text.ts';
import classes from './automations.module.css';
import { CaseList } from './case-list.tsx';
import { RuleForm } from './rule-form.tsx';

/** @param beside what this kind has besides */
export function AutomationScreen({ kind, beside }: { kind: AutomationKind; beside?: ReactNode }) {
  const { place } = usePlace();
  // What is typed belongs to one bot.
  return <OfBot key={place.bot.id} botId={place.bot.id} kind={kind} beside={beside} />;
}

function OfBot({ botId, kind, beside }: { botId: number; kind: AutomationKind; beside: ReactNode }) {
  const automation = useAutomation(botId, kind);
  const { data } = automation;
  const text = KIND_TEXT[kind];
  return (
    <Screen title={text.title} back={{ to: '/automatizaciones', label: 'Automatizaciones' }} lead={text.lead}>
      {automation.isPending ? <LoadRows label="Cargando la automatización…" rows={4} height={64} /> : null}
      {automation.error && !data ? (
        <LoadError message={sentence(automation.error)} onRetry={() => void automation.refetch()} />
      ) : null}
      {data ? (
        <>
          <Section id="resultados" title="Lo que ha logrado">
            {data.paused ? (
              <p className={classes.paused} role="status">
                {data.paused}
              </p>
            ) : null}
            <dl className={classes.figures}>
              <div>
                <dt>Mensajes enviados</dt>
                <dd>{figure(data.figures.messages)}</dd>
              </div>
              <div>
                <dt>Cobrados por Meta</dt>
                <dd>{costText(data.figures)}</dd>
              </div>
              {kind === 'seguimiento-pedidos' ? null : (
                <>
                  <div>
                    <dt>Compró desde el enlace</dt>
                    <dd>{ordersText(data.figures.from_link)}</dd>
                  </div>
                  <div>
                    <dt>Compró dentro de 72 h</dt>
                    <dd>{ordersText(data.figures.within_72h)}</dd>
                  </div>
                </>
              )}
            </dl>
            <p className={classes.note}>
              {kind === 'seguimiento-pedidos'
                ? 'De cada paquete se avisa una vez cada paso, y solo hacia adelante.'
                : 'Cada pedido se cuenta una vez. Lo que se compró desde el enlace está también entre lo comprado dentro de 72 h.'}{' '}
              Meta cobra según su tarifa, y dice mensaje por mensaje si lo cobra.
            </p>
          </Section>
          <Section id="regla" title="Qué, cuándo y a quién">
            {data.unavailable ? <p className={classes.note}>{data.unavailable}</p> : null}
            <RuleForm of={data} kind={kind} />
          </Section>
          <Section id="casos" title="Casos">
            <CaseList botId={botId} kind={kind} />
          </Section>
          {beside}
        </>
      ) : null}
    </Screen>
  );
}
