/** Every published version: who and when, what changed between any two, and the way back. */
import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { BotVersion } from '../../../contract/entities/bot-draft.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { DifferenceList } from './difference-list.tsx';
import { buildingKey, useDraftEdited, useDraftState } from './draft-queries.ts';
import { counted, stateText } from './draft-words.ts';
import { ToInteractions } from './to-interactions.tsx';
import classes from './versions.module.css';

export default function Versions({ botId }: { botId: number }) {
  const [page, setPage] = useState(1);
  const [compared, setCompared] = useState<{ from: number; to: number } | null>(null);
  const found = useQuery({
    queryKey: buildingKey(botId, 'versions', page),
    queryFn: ({ signal }) => call(botDraftCalls.botVersions, { params: { botId }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  return (
    <>
      <Section
        id="versiones"
        title="Versiones publicadas"
        lead="Restaurar una versión la pone en el borrador: la revisas y la publicas cuando quieras."
      >
        {found.isPending ? <LoadRows label="Cargando versiones…" rows={4} /> : null}
        {found.error && !data ? (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        ) : null}
        {data?.total === 0 ? (
          <Empty title="Aún no hay versiones guardadas" next={<ToInteractions />}>
            <p>Cada vez que publiques, lo anterior queda aquí.</p>
          </Empty>
        ) : null}
        <ol className={classes.versions} aria-busy={found.isPlaceholderData}>
          {data?.versions.map((version) => (
            <Version
              key={version.version}
              version={version}
              onCompare={() => setCompared({ from: Math.max(1, version.version - 1), to: version.version })}
            />
          ))}
        </ol>
        {data ? (
          <Pager label="Páginas de versiones" page={data.page} pages={data.pages} onPage={setPage} />
        ) : null}
      </Section>
      {data && compared ? (
        <Compare botId={botId} versions={data.versions} compared={compared} onChange={setCompared} />
      ) : null}
    </>
  );
}

function Version({ version, onCompare }: { version: BotVersion; onCompare: () => void }) {
  const may = useMay();
  const edited = useDraftEdited();
  const state = useDraftState(version.bot_id);
  const restore = useMutation({
    mutationFn: (revision: number | undefined) =>
      call(botDraftCalls.restoreVersion, {
        body: {
          bot_id: version.bot_id,
          version: version.version,
          ...(revision === undefined ? {} : { revision }),
        },
      }),
    onSuccess: async ({ revision }) => {
      await edited(revision);
      toastSuccess(`Versión ${version.version} en el borrador`);
    },
    onError: async (error) => {
      await edited();
      await showError('No se restauró nada', sentence(error));
    },
  });
  const confirm = async () => {
    const asked = state.data;
    const changes = asked?.changes ?? 0;
    const yes =
      changes === 0 ||
      (await ask({
        title: `¿Restaurar la versión ${version.version}?`,
        text: `${asked ? stateText(asked) : ''}: se perderán. Tus clientes siguen viendo lo publicado hasta que publiques.`,
        confirm: 'Restaurar',
        danger: true,
      }));
    if (yes) restore.mutate(asked?.revision);
  };
  const { published_by: by, published_at: at } = version;
  return (
    <li className={classes.version}>
      <div>
        <p>
          <strong>Versión {version.version}</strong>
          {version.current ? <span className={classes.current}>La que ven tus clientes</span> : null}
        </p>
        {version.note ? <p>{version.note}</p> : null}
        <small>
          {by ? `${by.name}, ` : ''}
          <time dateTime={at}>{dateTimeText(at)}</time>
          {version.restored_from ? ` · trajo de vuelta la versión ${version.restored_from}` : ''} ·{' '}
          {counted(version.nodes, 'interacción', 'interacciones')}
        </small>
      </div>
      <div className={classes.ways}>
        <Button
          variant="default"
          size="xs"
          onClick={onCompare}
          aria-label={`Comparar la versión ${version.version}`}
        >
          Comparar
        </Button>
        <AllowedButton
          allowed={may('skill_base', 'edit')}
          why={TEXTS.noActionPermission}
          variant="default"
          size="xs"
          loading={restore.isPending}
          aria-label={`Restaurar la versión ${version.version}`}
          onClick={() => void confirm()}
        >
          Restaurar
        </AllowedButton>
      </div>
    </li>
  );
}

interface CompareProps {
  botId: number;
  versions: readonly BotVersion[];
  compared: { from: number; to: number };
  onChange: (compared: { from: number; to: number }) => void;
}

function Compare({ botId, versions, compared, onChange }: CompareProps) {
  const { from, to } = compared;
  const difference = useQuery({
    queryKey: buildingKey(botId, 'version-difference', from, to),
    queryFn: ({ signal }) =>
      call(botDraftCalls.versionDifference, {
        params: { botId, version: to },
        query: { against: from },
        signal,
      }),
    // Versions never change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const choices = versions.map(({ version, published_at }) => ({
    value: String(version),
    label: `Versión ${version} (${dateTimeText(published_at)})`,
  }));
  const withChosen = (chosen: number) =>
    choices.some(({ value }) => value === String(chosen))
      ? choices
      : [...choices, { value: String(chosen), label: `Versión ${chosen}` }];
  return (
    <Section id="comparar" title="Qué cambió entre dos versiones">
      <div className={classes.compare}>
        <NativeSelect
          label="De"
          value={String(from)}
          data={withChosen(from)}
          onChange={(event) => onChange({ from: Number(event.currentTarget.value), to })}
        />
        <NativeSelect
          label="A"
          value={String(to)}
          data={withChosen(to)}
          onChange={(event) => onChange({ from, to: Number(event.currentTarget.value) })}
        />
      </div>
      {difference.data ? (
        <DifferenceList
          differences={difference.data}
          none="Son iguales"
          next={{ none: 'the two choices stand above' }}
        />
      ) : difference.error ? (
        <LoadError message={sentence(difference.error)} onRetry={() => void difference.refetch()} />
      ) : (
        <LoadRows label="Comparando…" rows={3} />
      )}
    </Section>
  );
}
