/** `/chatbot-center/terminar`: what the draft holds, what is still to be mended, and then its publication. */
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import { Link } from '@tanstack/react-router';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { faultsText } from '../publishing/draft-words.ts';
import { FaultList } from '../publishing/fault-list.tsx';
import { PublishBar } from '../publishing/publish-bar.tsx';
import { useBuilding } from './center-queries.ts';
import classes from './finish.module.css';
import { finishSteps } from './finish-steps.ts';

const ICONS = { done: IconCircleCheck, open: IconCircle, bad: IconAlertTriangle } as const;
const STATES = { done: 'Listo', open: 'Por hacer', bad: 'Por corregir' } as const;

export function FinishScreen() {
  const { place } = usePlace();
  return <Finish key={place.bot.id} botId={place.bot.id} />;
}

function Finish({ botId }: { botId: number }) {
  const building = useBuilding(botId);
  const { data } = building;
  return (
    <Screen
      title="Terminar configuración"
      width="form"
      lead="Un último repaso antes de que tus clientes hablen con lo nuevo."
    >
      <PublishBar />
      {building.isPending ? <LoadRows label="Revisando tu chatbot…" rows={5} height={56} /> : null}
      {building.error && !data ? (
        <LoadError message={sentence(building.error)} onRetry={() => void building.refetch()} />
      ) : null}
      {data ? (
        <>
          <Section id="finish-steps" title="Tu chatbot">
            <ol className={classes.steps}>
              {finishSteps(data).map(({ state, title, text, to, search }) => {
                const Icon = ICONS[state];
                return (
                  <li key={title} data-state={state}>
                    <Icon size={20} aria-hidden="true" />
                    <div>
                      <p>
                        <Link to={to} search={search ?? {}}>
                          {title}
                        </Link>
                        <span className="visually-hidden">: {STATES[state]}</span>
                      </p>
                      <p>{text}</p>
                    </div>
                  </li>
                );
              })}
            </ol>
          </Section>
          {data.state.faults.length > 0 ? (
            <Section
              id="finish-faults"
              title="Por corregir"
              lead={`${faultsText(data.state.faults) ?? ''}. Los errores impiden publicar; los avisos no.`}
            >
              <FaultList botId={botId} faults={data.state.faults} />
            </Section>
          ) : null}
        </>
      ) : null}
    </Screen>
  );
}
