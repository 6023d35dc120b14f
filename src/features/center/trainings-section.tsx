/** What the bot learns from besides its interactions, module by module: when it did last, and again on request. */
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import { type Assistant, TRAIN_MODULES } from '../../../contract/entities/assistant.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { failureText } from '../../ui/failure-text.ts';
import notes from '../../ui/form-notes.module.css';
import { Section } from '../../ui/screen.tsx';
import { useAssistantChange } from '../publishing/assistant-queries.ts';
import classes from './ai.module.css';
import rows from './center.module.css';

type TrainModule = (typeof TRAIN_MODULES)[number];
type Training = Assistant['trainings'][number];

const MODULES: Record<TrainModule, { title: string; about: string }> = {
  knowledge: {
    title: 'Documentos',
    about: 'Vuelve a leer tus páginas web y a ordenar lo que dicen tus documentos.',
  },
  products: { title: 'Productos', about: 'Vuelve a leer el catálogo de tu tienda.' },
};

const underWay = (training: Training | undefined): boolean =>
  training?.status === 'waiting' || training?.status === 'running';

function standing(training: Training | undefined): string {
  if (!training) return 'Nunca se ha entrenado desde aquí.';
  const { status, asked_at, finished_at, error } = training;
  if (status === 'waiting') return `En espera desde el ${dateTimeText(asked_at)}.`;
  if (status === 'running') return 'Entrenando…';
  if (status === 'failed') return error ?? 'El último entrenamiento falló.';
  return `Entrenado el ${dateTimeText(finished_at ?? asked_at)}.`;
}

export function TrainingsSection({ botId, assistant }: { botId: number; assistant: Assistant | null }) {
  const may = useMay();
  const allowed = may('skill_base', 'edit') && (assistant !== null || may('skill_base', 'add'));
  const train = useAssistantChange<readonly TrainModule[]>(botId, assistant, (id, modules) =>
    call(assistantCalls.trainLlm, { params: { id }, body: { modules_to_train: [...modules] } }),
  );
  return (
    <Section
      id="ai-trainings"
      title="Entrenamiento"
      lead="Tus interacciones se entrenan solas al publicar. Esto es lo demás; mientras dura, tu chatbot sigue respondiendo con lo que sabía."
    >
      {train.error ? (
        <p role="alert" className={notes.alert}>
          {failureText(train.error)}
        </p>
      ) : null}
      <ul className={rows.rows} aria-label="Módulos">
        {TRAIN_MODULES.map((module) => {
          const training = assistant?.trainings.find((one) => one.module === module);
          const { title, about } = MODULES[module];
          return (
            <li key={module} className={rows.row}>
              <div>
                <span className={rows.absent}>{title}</span>
                <p className={classes.hint}>{about}</p>
                <p role="status" className={training?.status === 'failed' ? classes.failed : undefined}>
                  {standing(training)}
                </p>
              </div>
              <AllowedButton
                allowed={allowed}
                why={TEXTS.noActionPermission}
                variant="default"
                size="xs"
                loading={underWay(training) || (train.isPending && train.variables.includes(module))}
                onClick={() => train.mutate([module])}
                aria-label={`Entrenar ${title.toLowerCase()}`}
              >
                {training ? 'Entrenar de nuevo' : 'Entrenar'}
              </AllowedButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
