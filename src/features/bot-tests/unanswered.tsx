/** What customers asked and the published bot could not answer: dismissed, or made an example by one click. */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import type { UnansweredQuestion } from '../../../contract/entities/unanswered.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay } from '../../bot/place-context.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { buildingKey, useDraftEdited } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import { ToInteractions } from '../publishing/to-interactions.tsx';
import classes from './bot-tests.module.css';
import { Subjects } from './subjects.tsx';
import { useIntents } from './test-queries.ts';

const NewInteraction = lazyPart(() => import('./new-interaction.tsx'));

type Standing = UnansweredQuestion['standing'];
/** Gathered by what they are about, or one by one. */
type View = 'subjects' | Standing;
const VIEWS: { value: View; label: string }[] = [
  { value: 'subjects', label: 'Temas' },
  { value: 'open', label: 'Por revisar' },
  { value: 'taught', label: 'Enseñadas' },
  { value: 'dismissed', label: 'Descartadas' },
];
const NONE: Record<Standing, string> = {
  open: 'No hay preguntas sin respuesta',
  taught: 'Aún no enseñas ninguna',
  dismissed: 'No hay preguntas descartadas',
};

export default function Unanswered({ botId }: { botId: number }) {
  const [view, setView] = useState<View>('subjects');
  return (
    <section aria-label="Preguntas sin respuesta">
      <SegmentedControl
        className={classes.views}
        aria-label="Qué preguntas mostrar"
        value={view}
        onChange={(value) => setView(value as View)}
        data={VIEWS}
      />
      {view === 'subjects' ? (
        <Subjects botId={botId} />
      ) : (
        <OneByOne key={view} botId={botId} standing={view} onOpen={() => setView('open')} />
      )}
    </section>
  );
}

interface OneByOneProps {
  botId: number;
  standing: Standing;
  onOpen: () => void;
}

function OneByOne({ botId, standing, onOpen }: OneByOneProps) {
  const [order, setOrder] = useState<'count' | 'recent'>('count');
  const [page, setPage] = useState(1);
  const found = useQuery({
    queryKey: buildingKey(botId, 'unanswered', standing, order, page),
    queryFn: ({ signal }) =>
      call(botSafetyCalls.unansweredQuestions, {
        params: { botId },
        query: { standing, order, page },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = found;
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          label="Orden"
          size="xs"
          value={order}
          onChange={(event) => setOrder(event.currentTarget.value === 'recent' ? 'recent' : 'count')}
          data={[
            { value: 'count', label: 'Más preguntadas' },
            { value: 'recent', label: 'Más recientes' },
          ]}
        />
      </div>
      {found.isPending ? <LoadRows label="Cargando preguntas…" rows={4} height={90} /> : null}
      {found.error && !data ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {data?.questions.length === 0 ? (
        <Empty
          title={NONE[standing]}
          next={
            standing === 'open' ? (
              <ToInteractions />
            ) : (
              <Button variant="default" onClick={onOpen}>
                Ver las que están por revisar
              </Button>
            )
          }
        >
          {standing === 'open' ? (
            <p>
              Aquí aparece lo que tus clientes escriben y el bot publicado no entiende. Se guarda solo la
              frase, por {BOT_LIMITS.botUnansweredDays} días.
            </p>
          ) : null}
        </Empty>
      ) : null}
      <ul className={classes.questions} aria-busy={found.isPlaceholderData}>
        {data?.questions.map((question) => (
          <Question key={question.key} botId={botId} question={question} />
        ))}
      </ul>
      {data ? (
        <Pager label="Páginas de preguntas" page={data.page} pages={data.pages} onPage={setPage} />
      ) : null}
    </>
  );
}

function Question({ botId, question }: { botId: number; question: UnansweredQuestion }) {
  const may = useMay();
  const edits = may('skill_base', 'edit') || may('faqs', 'edit');
  const edited = useDraftEdited();
  const [creating, setCreating] = useState(false);
  const { key, text, standing } = question;
  const failed = (error: unknown) => void showError('No se hizo el cambio', sentence(error));
  const dismiss = useMutation({
    mutationFn: (dismissed: boolean) =>
      call(botSafetyCalls.dismissUnanswered, { body: { bot_id: botId, keys: [key], dismissed } }),
    onSuccess: () => edited(),
    onError: failed,
  });
  const teach = useMutation({
    mutationFn: (intent_name: string) =>
      call(botSafetyCalls.teachUnanswered, { body: { bot_id: botId, key, intent_name } }),
    onSuccess: async ({ revision }) => {
      await edited(revision);
      toastSuccess('Agregada como ejemplo al borrador');
    },
    onError: failed,
  });
  const busy = dismiss.isPending || teach.isPending;
  return (
    <li className={classes.question}>
      <p>«{text}»</p>
      <small>
        {counted(question.count, 'vez', 'veces')}, la última el{' '}
        <time dateTime={question.last_at}>{dateTimeText(question.last_at)}</time>
      </small>
      {edits ? (
        <div className={classes.ways}>
          {standing === 'open' ? (
            <>
              {question.suggestions.map(({ intent_name, title }) => (
                <Button
                  key={intent_name}
                  size="xs"
                  variant="light"
                  disabled={busy}
                  onClick={() => teach.mutate(intent_name)}
                >
                  Es «{title}»
                </Button>
              ))}
              <OtherIntent botId={botId} disabled={busy} onChoose={(intent) => teach.mutate(intent)} />
              <Button size="xs" variant="default" disabled={busy} onClick={() => setCreating(true)}>
                Crear interacción
              </Button>
              <Button size="xs" variant="subtle" disabled={busy} onClick={() => dismiss.mutate(true)}>
                Descartar
              </Button>
            </>
          ) : (
            <Button size="xs" variant="default" disabled={busy} onClick={() => dismiss.mutate(false)}>
              Volver a la lista
            </Button>
          )}
        </div>
      ) : null}
      {creating ? (
        <NewInteraction botId={botId} question={question} onClose={() => setCreating(false)} />
      ) : null}
    </li>
  );
}

/** Any other intent of the draft. */
function OtherIntent({
  botId,
  disabled,
  onChoose,
}: {
  botId: number;
  disabled: boolean;
  onChoose: (intent: string) => void;
}) {
  const intents = useIntents(botId);
  const known = [...(intents.data ?? [])].sort((a, b) => a.title.localeCompare(b.title, 'es'));
  return (
    <NativeSelect
      size="xs"
      aria-label="Es un ejemplo de"
      value=""
      disabled={disabled || known.length === 0}
      onChange={(event) => {
        if (event.currentTarget.value) onChoose(event.currentTarget.value);
      }}
      data={[
        { value: '', label: 'Es un ejemplo de…' },
        ...known.map(({ intent_name, title }) => ({ value: intent_name, label: title })),
      ]}
    />
  );
}
