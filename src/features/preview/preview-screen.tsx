/**
 * `/preview` (issue 6, 8): the draft tried out with the reasons of each answer, and beside it what keeps its owner from
 * breaking it: the difference, the test set, what it could not answer, versions, changes, the bot as a file.
 */
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { loadChunk } from '../../app/lazy-screen.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PublishBar } from '../publishing/publish-bar.tsx';
import classes from './preview.module.css';
import { PARTS, type Part, readPreviewSearch } from './preview-search.ts';
import { Talk } from './talk.tsx';

const VIEWS = {
  cambios: lazy(() => loadChunk(() => import('../publishing/difference-part.tsx'))),
  frases: lazy(() => loadChunk(() => import('../bot-tests/test-set.tsx'))),
  preguntas: lazy(() => loadChunk(() => import('../bot-tests/unanswered.tsx'))),
  versiones: lazy(() => loadChunk(() => import('../publishing/versions.tsx'))),
  historial: lazy(() => loadChunk(() => import('../publishing/changes.tsx'))),
  archivo: lazy(() => loadChunk(() => import('../publishing/bot-file.tsx'))),
} as const;

export function PreviewScreen() {
  const { place } = usePlace();
  // A talk, and what is typed, belong to one bot.
  return <Preview key={place.bot.id} />;
}

function Preview() {
  const { place } = usePlace();
  const may = useMay();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const { ver = 'probar' } = useMemo(() => readPreviewSearch(raw), [raw]);
  const builds = may('skill_base', 'read');
  // The chat needs 'Chatbot' alone; the rest is of those who build.
  const parts = (Object.keys(PARTS) as Part[]).filter((part) => part === 'probar' || builds);
  const shown = parts.includes(ver) ? ver : 'probar';
  const part = useRef<HTMLAnchorElement>(null);
  // On a phone the later parts lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part is shown
  useEffect(() => {
    void part.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  const View = shown === 'probar' ? null : VIEWS[shown];
  return (
    <Screen title="Previsualizar" lead={`Prueba ${place.bot.bot_name} antes de que lo vean tus clientes.`}>
      <PublishBar preview={false} />
      {parts.length > 1 ? (
        <nav aria-label="Partes de la previsualización" className={classes.parts}>
          {parts.map((one) => (
            <Link
              key={one}
              ref={one === shown ? part : null}
              to="/preview"
              search={one === 'probar' ? {} : { ver: one }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={classes.part}
            >
              {PARTS[one]}
            </Link>
          ))}
        </nav>
      ) : null}
      {View ? (
        <Suspense fallback={<LoadRows label="Cargando…" />}>
          <View botId={place.bot.id} />
        </Suspense>
      ) : (
        <Talk botId={place.bot.id} />
      )}
    </Screen>
  );
}
