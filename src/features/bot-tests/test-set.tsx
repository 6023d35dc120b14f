/** 'Frases que debe entender': the table to edit, the run with what became worse, what was taken for what. */
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { TestPhrase } from '../../../contract/entities/bot-draft.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { giveUp, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { useDraftState } from '../publishing/draft-queries.ts';
import { counted } from '../publishing/draft-words.ts';
import { useTestRun } from '../publishing/test-gate.tsx';
import classes from './bot-tests.module.css';
import { phraseFaults } from './phrases.ts';
import { RunResults } from './run-results.tsx';
import { useIntents, useSavePhrases, useTestPhrases } from './test-queries.ts';

/** A row keeps its identity while its text changes with each key. */
type Row = TestPhrase & { id: number };
const rowsOf = (phrases: readonly TestPhrase[]): Row[] => phrases.map((phrase, id) => ({ ...phrase, id }));
const blankAfter = (rows: readonly Row[]): Row => ({
  id: Math.max(-1, ...rows.map(({ id }) => id)) + 1,
  text: '',
  intent_name: null,
});

export default function TestSet({ botId }: { botId: number }) {
  const phrases = useTestPhrases(botId);
  if (phrases.data)
    return <Loaded botId={botId} saved={phrases.data.phrases} revision={phrases.data.revision} />;
  return phrases.error ? (
    <LoadError message={sentence(phrases.error)} onRetry={() => void phrases.refetch()} />
  ) : (
    <LoadRows label="Cargando las frases…" />
  );
}

interface LoadedProps {
  botId: number;
  saved: TestPhrase[];
  revision: number;
}

function Loaded({ botId, saved, revision: read }: LoadedProps) {
  const may = useMay();
  const { user } = usePlace();
  const edits = may('skill_base', 'edit') || may('faqs', 'edit');
  const typed = useTyped<Row[]>(`test-phrases/${user.id}/${botId}`, rowsOf(saved), read);
  const [tried, setTried] = useState(false);
  useLeaveGuard(typed, (from, to) => from.pathname !== to.pathname || from.search !== to.search);
  const faults = phraseFaults(typed.value);
  const { mutateAsync: put } = useSavePhrases(botId);
  const save = useFormAct({
    run: (revision) => {
      const phrases = typed.value.map(({ text, intent_name }) => ({ text: text.trim(), intent_name }));
      return put({ phrases, revision });
    },
    done: () => {
      typed.forget();
      setTried(false);
      toastSuccess('Frases guardadas');
    },
    notice: (error) => showError('No pudimos guardar las frases', sentence(error)),
  });
  const submit = submitOf(save, typed, () => {
    setTried(true);
    return faults.size === 0;
  });
  return (
    <>
      <Section
        id="frases"
        title="Frases que debe entender"
        lead="Escribe lo que preguntan tus clientes y qué debe entender el bot. Se prueban antes de publicar."
      >
        <form onSubmit={submit} noValidate>
          <FormNotes form={typed} acts={[save]} noticed />
          <Rows
            botId={botId}
            phrases={typed.value}
            faults={tried ? faults : new Map()}
            edits={edits}
            onChange={typed.set}
          />
          <Group mt="md">
            <AllowedButton
              allowed={edits && typed.value.length < BOT_LIMITS.botTestPhrases}
              why={edits ? `Hasta ${BOT_LIMITS.botTestPhrases} frases.` : TEXTS.noActionPermission}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => typed.set((rows) => [...rows, blankAfter(rows)])}
            >
              Agregar frase
            </AllowedButton>
            {typed.dirty ? (
              <>
                <Button variant="default" onClick={() => giveUp(typed, [save])}>
                  Deshacer cambios
                </Button>
                <Button type="submit" loading={save.isPending}>
                  Guardar frases
                </Button>
              </>
            ) : null}
          </Group>
        </form>
      </Section>
      <Run botId={botId} phrases={saved.length} dirty={typed.dirty} />
    </>
  );
}

interface RowsProps {
  botId: number;
  phrases: readonly Row[];
  faults: ReadonlyMap<number, string>;
  edits: boolean;
  onChange: (change: (rows: Row[]) => Row[]) => void;
}

function Rows({ botId, phrases, faults, edits, onChange }: RowsProps) {
  const intents = useIntents(botId);
  if (phrases.length === 0)
    return (
      <Empty title="Aún no hay frases de prueba" next={{ none: "'Agregar frase' stands right under it" }}>
        <p>Agrega las preguntas más importantes, también alguna que no tenga que ver con tu negocio.</p>
      </Empty>
    );
  const known = [...(intents.data ?? [])].sort((a, b) => a.title.localeCompare(b.title, 'es'));
  const change = (row: number, part: Partial<TestPhrase>) =>
    onChange((rows) => rows.map((one, place) => (place === row ? { ...one, ...part } : one)));
  return (
    <ul className={classes.rows}>
      {phrases.map(({ id, text, intent_name }, row) => (
        <li key={id}>
          <TextInput
            aria-label={`Frase ${row + 1}`}
            placeholder="¿A qué hora abren?"
            value={text}
            maxLength={BOT_LIMITS.botExample}
            error={faults.get(row)}
            readOnly={!edits}
            onChange={(event) => change(row, { text: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`Qué debe entender en la frase ${row + 1}`}
            value={intent_name ?? ''}
            disabled={!edits}
            onChange={(event) => change(row, { intent_name: event.currentTarget.value || null })}
            data={[
              { value: '', label: 'Nada: no debe responder' },
              ...known.map((intent) => ({ value: intent.intent_name, label: intent.title })),
              // An intent that is gone stays in sight until somebody chooses another.
              ...(intent_name !== null &&
              intents.data &&
              !known.some((one) => one.intent_name === intent_name)
                ? [{ value: intent_name, label: `${intent_name} (ya no existe)` }]
                : []),
            ]}
          />
          {edits ? (
            <ActionIcon
              aria-label={`Quitar la frase ${row + 1}`}
              onClick={() => onChange((rows) => rows.filter((_one, place) => place !== row))}
            >
              <IconTrash size={17} aria-hidden="true" />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Run({ botId, phrases, dirty }: { botId: number; phrases: number; dirty: boolean }) {
  const state = useDraftState(botId);
  const [wanted, setWanted] = useState(false);
  const intents = useIntents(botId);
  const run = useTestRun(botId, state.data?.revision ?? 0, wanted && state.data !== undefined);
  if (phrases === 0) return null;
  return (
    <Section
      id="resultado"
      title="Resultado con el borrador"
      lead={dirty ? 'Guarda las frases para probarlas como están escritas.' : undefined}
    >
      <Button
        variant={run.data ? 'default' : 'filled'}
        loading={run.isFetching}
        onClick={() => (wanted ? void run.refetch() : setWanted(true))}
      >
        {run.data ? 'Probar de nuevo' : `Probar ${counted(phrases, 'frase', 'frases')}`}
      </Button>
      {run.isFetching ? (
        <p role="status" className={classes.status}>
          Entrenando el borrador y probando las frases…
        </p>
      ) : null}
      {run.error && !run.isFetching ? (
        <LoadError message={sentence(run.error)} onRetry={() => void run.refetch()} />
      ) : null}
      {run.data ? <RunResults run={run.data} intents={intents.data ?? []} /> : null}
    </Section>
  );
}
