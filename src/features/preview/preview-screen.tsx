/**
 * `/preview`: the draft tried out with the reasons of each answer, and beside it what keeps its owner from
 * breaking it: the difference, the test set, what it could not answer, versions, changes, the bot as a file.
 */
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PublishBar } from '../publishing/publish-bar.tsx';
import classes from './preview.module.css';
import { PARTS, type Part, readPreviewSearch } from './preview-search.ts';
import { Talk } from './talk.tsx';

const PENDING = <LoadRows label="Cargando…" />;
const VIEWS = {
  cambios: lazyPart(() => import('../publishing/difference-part.tsx'), PENDING, 'in-place'),
  frases: lazyPart(() => import('../bot-tests/test-set.tsx'), PENDING, 'in-place'),
  preguntas: lazyPart(() => import('../bot-tests/unanswered.tsx'), PENDING, 'in-place'),
  versiones: lazyPart(() => import('../publishing/versions.tsx'), PENDING, 'in-place'),
  historial: lazyPart(() => import('../publishing/changes.tsx'), PENDING, 'in-place'),
  archivo: lazyPart(() => import('../publishing/bot-file.tsx'), PENDING, 'in-place'),
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
      {View ? <View botId={place.bot.id} /> : <Talk botId={place.bot.id} />}
    </Screen>
  );
}
