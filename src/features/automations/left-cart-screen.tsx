/** `/automatizaciones/carro-abandonado`: the rule, what it would do today, and each case with why. */
import { usePlace } from '../../bot/place-context.ts';
import { sentence } from '../../api/api-error.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Screen, Section } from '../../ui/screen.tsx';
import { useAutomation } from './automation-queries.ts';
import { amountText } from './automation-text.ts';
import classes from './automations.module.css';
import { CaseList } from './case-list.tsx';
import { RuleForm } from './rule-form.tsx';

const KIND = 'carro-abandonado';

export function LeftCartScreen() {
  const { place } = usePlace();
  // What is typed belongs to one bot.
  return <LeftCart key={place.bot.id} botId={place.bot.id} />;
}

function LeftCart({ botId }: { botId: number }) {
  const automation = useAutomation(botId, KIND);
  const { data } = automation;
  return (
    <Screen
      title="Carro abandonado"
      back={{ to: '/automatizaciones', label: 'Automatizaciones' }}
      lead="Cada carro se pregunta a la tienda justo antes de escribir: quien ya compró no recibe nada."
    >
      {automation.isPending ? <LoadRows label="Cargando la automatización…" rows={4} height={64} /> : null}
      {automation.error && !data ? (
        <LoadError message={sentence(automation.error)} onRetry={() => void automation.refetch()} />
      ) : null}
      {data ? (
        <>
          <Section id="resultados" title="Lo que ha logrado">
            <dl className={classes.figures}>
              <div>
                <dt>Mensajes enviados</dt>
                <dd>{figure(data.figures.messages)}</dd>
              </div>
              <div>
                <dt>Compró desde el enlace</dt>
                <dd>
                  {figure(data.figures.from_link.orders)} ·{' '}
                  {amountText(data.figures.from_link.total, data.figures.currency)}
                </dd>
              </div>
              <div>
                <dt>Compró dentro de 72 h</dt>
                <dd>
                  {figure(data.figures.within_72h.orders)} ·{' '}
                  {amountText(data.figures.within_72h.total, data.figures.currency)}
                </dd>
              </div>
            </dl>
            {data.paused ? <p className={classes.note}>{data.paused}</p> : null}
          </Section>
          <Section id="regla" title="Qué, cuándo y a quién">
            {data.unavailable ? <p className={classes.note}>{data.unavailable}</p> : null}
            <RuleForm key={data.revision} of={data} kind={KIND} />
          </Section>
          <Section id="casos" title="Carros">
            <CaseList botId={botId} kind={KIND} />
          </Section>
        </>
      ) : null}
    </Screen>
  );
}
