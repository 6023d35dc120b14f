/**
 * What the bot may learn, subject by subject: each with its questions, the place that they may belong to and what the
 * team answered. Taken, edited, moved or discarded one by one, by keyboard, or many in one go.
 */
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import type { Subject } from '../../../contract/entities/subject.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay } from '../../bot/place-context.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { buildingKey, useDraftEdited } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import { ToInteractions } from '../publishing/to-interactions.tsx';
import { SubjectCard } from './subject-card.tsx';
import { keyMeans, placeOf, type SubjectWish, wishOf } from './subject-wish.ts';
import classes from './subjects.module.css';
import { useIntents } from './test-queries.ts';

const SubjectEditor = lazyPart(() => import('./subject-editor.tsx'));

export function Subjects({ botId }: { botId: number }) {
  const found = useQuery({
    queryKey: buildingKey(botId, 'subjects'),
    queryFn: ({ signal }) => call(botSafetyCalls.botSubjects, { params: { botId }, signal }),
    staleTime: 0,
  });
  if (found.data) return <Loaded botId={botId} subjects={found.data.subjects} total={found.data.total} />;
  return found.error ? (
    <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
  ) : (
    <LoadRows label="Reuniendo los temas…" rows={3} height={130} />
  );
}

interface LoadedProps {
  botId: number;
  subjects: readonly Subject[];
  total: number;
}

function Loaded({ botId, subjects: loaded, total }: LoadedProps) {
  const may = useMay();
  const edits = may('skill_base', 'edit') || may('faqs', 'edit');
  const intents = useIntents(botId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [places, setPlaces] = useState<ReadonlyMap<string, string>>(new Map());
  const [editing, setEditing] = useState<Subject | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { decided, accept, discard, takeBack, discarded } = useDecisions(botId);
  // What is decided leaves at once; the next decision need not wait for the server.
  const subjects = useMemo(
    () => loaded.filter(({ questions }) => !questions.some(({ key }) => decided.has(key))),
    [loaded, decided],
  );

  // Anyone who decided the third goes on with the one that is third now.
  const goOn = useRef<number | null>(null);
  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>('[data-choose]') ?? [])];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other subjects are shown
  useEffect(() => {
    if (goOn.current === null || editing) return;
    const left = boxes();
    left[Math.min(goOn.current, left.length - 1)]?.focus();
    goOn.current = null;
  }, [subjects, editing]);

  if (subjects.length === 0 && !discarded)
    return (
      <Empty title="No hay temas por enseñar" next={<ToInteractions />}>
        <p>
          Aquí se reúne por tema lo que tus clientes escriben y el bot no entiende, con lo que tu equipo les
          respondió. Se guarda solo la frase, por {BOT_LIMITS.botUnansweredDays} días.
        </p>
      </Empty>
    );

  const picked = subjects.filter(({ id }) => chosen.has(id));
  const ready = picked.flatMap((subject) => wishOf(subject, placeOf(subject, places)) ?? []);
  const all = picked.length > 0 && picked.length === subjects.length;
  const forget = () => setChosen(new Set());
  const acceptOne = (subject: Subject, at: number) => {
    const wish = wishOf(subject, placeOf(subject, places));
    if (!wish) return setEditing(subject);
    goOn.current = at;
    accept.mutate([wish]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const inField = target.matches('input:not([type=checkbox]), textarea');
    const means = keyMeans({ ...pick(event), inField, inPlaces: target.matches('select') });
    const at = subjects.findIndex(
      ({ id }) => id === target.closest<HTMLElement>('li[data-id]')?.dataset['id'],
    );
    const subject = subjects[at];
    if (!means || !subject || !edits) return;
    event.preventDefault();
    if (means === 'next' || means === 'previous') boxes()[at + (means === 'next' ? 1 : -1)]?.focus();
    else if (means === 'back') boxes()[at]?.focus();
    else if (means === 'place') target.closest('li')?.querySelector<HTMLElement>('select')?.focus();
    else if (means === 'edit') setEditing(subject);
    else if (means === 'accept') acceptOne(subject, at);
    else {
      goOn.current = at;
      discard.mutate([subject]);
    }
  };
  return (
    <section aria-label="Temas por enseñar">
      <p className={classes.lead}>
        {counted(total - loaded.length + subjects.length, 'tema', 'temas')} por revisar
        {total > loaded.length ? `; aquí están los ${subjects.length} más preguntados` : ''}. Lo que aceptas
        queda en el borrador.
        {edits ? (
          <span className={classes.keys}>
            {' '}
            Con el teclado: <kbd>J</kbd> y <kbd>K</kbd> (o <kbd>↓</kbd> y <kbd>↑</kbd>) mueven, <kbd>A</kbd>{' '}
            acepta, <kbd>E</kbd> edita, <kbd>O</kbd> elige otro lugar y <kbd>Enter</kbd> lo acepta,{' '}
            <kbd>D</kbd> descarta, <kbd>Espacio</kbd> selecciona.
          </span>
        ) : (
          ' Tu rol permite verlos, no enseñarlos.'
        )}
      </p>
      {edits ? (
        <div className={classes.bulk}>
          <Button
            size="xs"
            variant="default"
            disabled={subjects.length === 0}
            onClick={() => setChosen(all ? new Set() : new Set(subjects.map(({ id }) => id)))}
          >
            {all ? 'Quitar la selección' : 'Seleccionar todos'}
          </Button>
          {picked.length > 0 ? (
            <>
              <Button
                size="xs"
                disabled={ready.length === 0}
                onClick={() => accept.mutate(ready, { onSuccess: forget })}
              >
                Aceptar {ready.length}
              </Button>
              <Button
                size="xs"
                variant="subtle"
                onClick={() => {
                  discard.mutate(picked);
                  forget();
                }}
              >
                Descartar {picked.length}
              </Button>
            </>
          ) : null}
          <p role="status">
            {picked.length > ready.length
              ? `${counted(picked.length - ready.length, 'espera', 'esperan')} que escribas su respuesta.`
              : discarded
                ? `${discarded.length === 1 ? `Descartaste «${discarded[0]?.title}».` : `Descartaste ${discarded.length} temas.`} `
                : ''}
          </p>
          {discarded ? (
            <Button size="xs" variant="default" onClick={() => takeBack.mutate(discarded)}>
              Deshacer
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul ref={list} className={classes.list} onKeyDown={onKeyDown}>
        {subjects.map((subject, at) => (
          <SubjectCard
            key={subject.id}
            subject={subject}
            edits={edits}
            intents={intents.data ?? []}
            place={placeOf(subject, places)}
            onPlace={(place) => setPlaces((before) => new Map(before).set(subject.id, place))}
            chosen={chosen.has(subject.id)}
            onChoose={(on) =>
              setChosen((before) => {
                const next = new Set(before);
                if (on) next.add(subject.id);
                else next.delete(subject.id);
                return next;
              })
            }
            onAccept={() => acceptOne(subject, at)}
            onEdit={() => setEditing(subject)}
            onDiscard={() => {
              goOn.current = at;
              discard.mutate([subject]);
            }}
          />
        ))}
      </ul>
      {editing ? (
        <SubjectEditor
          subject={editing}
          intents={intents.data ?? []}
          place={placeOf(editing, places)}
          onDone={(wish) => {
            goOn.current = subjects.indexOf(editing);
            return accept.mutateAsync([wish]).then(() => setEditing(null));
          }}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </section>
  );
}

const pick = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });

/** Taking subjects into the draft, and discarding their questions: one after another, in the order they were wished. */
function useDecisions(botId: number) {
  const edited = useDraftEdited();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [discarded, setDiscarded] = useState<readonly Subject[] | null>(null);
  const scope = { id: `subjects-${botId}` };
  const leave = (keys: readonly string[]) => setDecided((before) => new Set([...before, ...keys]));
  const comeBack = (keys: readonly string[]) =>
    setDecided((before) => new Set([...before].filter((key) => !keys.includes(key))));
  const keysOf = (subjects: readonly Subject[]) =>
    subjects.flatMap(({ questions }) => questions.map(({ key }) => key));
  const mark = async (keys: string[], dismissed: boolean) => {
    for (let at = 0; at < keys.length; at += LIMITS.pageItems) {
      const some = keys.slice(at, at + LIMITS.pageItems);
      const body = { bot_id: botId, keys: some, dismissed, remember: dismissed };
      await call(botSafetyCalls.dismissUnanswered, { body });
    }
  };
  const failed = (error: unknown) => void showError('No se hizo el cambio', sentence(error));
  const accept = useMutation({
    scope,
    mutationFn: (subjects: SubjectWish[]) =>
      call(botSafetyCalls.acceptSubjects, { body: { bot_id: botId, subjects } }),
    onMutate: (subjects) => leave(subjects.flatMap(({ keys }) => keys)),
    onSuccess: async ({ revision, tests, intent_names }) => {
      const learned = counted(intent_names.length, 'tema en el borrador', 'temas en el borrador');
      toastSuccess(tests > 0 ? `${learned}, y ${counted(tests, 'frase', 'frases')} de prueba` : learned);
      await edited(revision);
    },
    onError: (error, subjects) => {
      comeBack(subjects.flatMap(({ keys }) => keys));
      failed(error);
    },
  });
  const discard = useMutation({
    scope,
    mutationFn: (subjects: readonly Subject[]) => mark(keysOf(subjects), true),
    onMutate: (subjects) => {
      leave(keysOf(subjects));
      setDiscarded(subjects);
    },
    onError: (error, subjects) => {
      comeBack(keysOf(subjects));
      setDiscarded(null);
      failed(error);
    },
    onSettled: () => edited(),
  });
  const takeBack = useMutation({
    scope,
    mutationFn: (subjects: readonly Subject[]) => mark(keysOf(subjects), false),
    onMutate: () => setDiscarded(null),
    onSuccess: async (_done, subjects) => {
      await edited();
      comeBack(keysOf(subjects));
    },
    onError: failed,
  });
  return { decided, discarded, accept, discard, takeBack };
}
