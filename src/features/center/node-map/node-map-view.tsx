/**
 * The map of a bot: how customers get to each interaction and where it leads, as a graph or as a list that says the
 * same. What nobody gets to and where customers get stuck is marked and listed.
 */
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { welcomeMenuCalls } from '../../../../contract/calls/welcome-menu.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { plainText } from '../../../ui/plain-text.ts';
import { useWide } from '../../../ui/use-wide.ts';
import { buildingKey } from '../../publishing/draft-queries.ts';
import { counted } from '../../publishing/draft-words.ts';
import { type Building, useCatalogue } from '../center-queries.ts';
import { useCenterSearch } from '../editor-address.ts';
import { EditNode } from './edit-node.tsx';
import { type Focus, focused, focusText, readFocus, sectionsOf } from './focus.ts';
import { type MapNode, type NodeGraph, nodeGraph, problemText, WELCOME } from './graph.ts';
import { NodeList } from './node-list.tsx';
import classes from './node-map.module.css';

const NodeFlow = lazyPart(
  () => import('./node-flow.tsx'),
  <LoadRows label="Dibujando el mapa…" rows={1} height={480} />,
  'in-place',
);

export default function NodeMapView({ building }: { building: Building }) {
  const botId = building.state.bot_id;
  const wide = useWide();
  const [form, setForm] = useState<'mapa' | 'lista'>(wide ? 'mapa' : 'lista');
  const [query, setQuery] = useState('');
  const [sought, setSought] = useState<{ id: string } | null>(null);
  const { search, go } = useCenterSearch();
  const welcome = useQuery({
    queryKey: buildingKey(botId, 'welcome-menu'),
    queryFn: ({ signal }) => call(welcomeMenuCalls.welcomeMenu, { params: { botId }, signal }),
  });
  const menu = welcome.data;
  const graph = useMemo(
    () =>
      menu
        ? nodeGraph({
            nodes: building.nodes,
            intents: building.intents,
            welcome: menu.buttons,
            greeting: menu.answers[0],
          })
        : null,
    [building, menu],
  );
  if (!graph)
    return welcome.error ? (
      <LoadError message={sentence(welcome.error)} onRetry={() => void welcome.refetch()} />
    ) : (
      <LoadRows label="Cargando el mapa…" rows={6} height={80} />
    );
  const focus = readFocus(search.foco, graph);
  const shown = focused(graph, focus);
  const look = (next: Focus) => go({ ...search, foco: focusText(next) }, true);
  /** What lies outside of what is drawn is shown with its path. */
  const seek = (id: string) => {
    if (!shown.nodes.some((node) => node.id === id)) look({ kind: 'path', id });
    setSought({ id });
  };
  const wanted = plainText(query.trim());
  const found = wanted === '' ? [] : graph.nodes.filter(({ title }) => plainText(title).includes(wanted));
  const next = () => {
    const at = found.findIndex(({ id }) => id === sought?.id);
    const target = found[(at + 1) % found.length];
    if (target) seek(target.id);
  };
  return (
    <div className={classes.view}>
      <div className={classes.tools}>
        <TextInput
          type="search"
          label="Buscar una interacción"
          placeholder="Título"
          description={
            wanted === ''
              ? undefined
              : found.length === 0
                ? 'Ninguna coincide.'
                : `${counted(found.length, 'coincide', 'coinciden')}${form === 'mapa' ? ': Enter va a la siguiente.' : '.'}`
          }
          inputWrapperOrder={['label', 'input', 'description']}
          descriptionProps={{ role: 'status' }}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            next();
          }}
        />
        <FocusChoice graph={graph} focus={focus} template={building.state.template} onLook={look} />
        <SegmentedControl
          aria-label="Cómo se ve"
          value={form}
          onChange={(value) => setForm(value === 'lista' ? 'lista' : 'mapa')}
          data={[
            { value: 'mapa', label: 'Mapa' },
            { value: 'lista', label: 'Lista' },
          ]}
        />
      </div>
      <Problems nodes={graph.nodes} onSeek={form === 'mapa' ? seek : undefined} />
      {form === 'mapa' ? (
        <NodeFlow
          // Another part is another map: it is fitted again.
          key={focusText(focus)}
          graph={shown}
          found={found.map(({ id }) => id)}
          sought={sought}
          onPath={(id) => look({ kind: 'path', id })}
        />
      ) : (
        <NodeList graph={graph} shown={wanted === '' ? shown.nodes : found} />
      )}
    </div>
  );
}

/** Which part is drawn: the greeting's, a section, the path of one interaction, or all. */
function FocusChoice({
  graph,
  focus,
  template,
  onLook,
}: {
  graph: NodeGraph;
  focus: Focus;
  template: Building['state']['template'];
  onLook: (focus: Focus) => void;
}) {
  const catalogue = useCatalogue(template);
  const headings = new Map(
    catalogue.data?.sections.map(({ section_name, section_ui_name }) => [section_name, section_ui_name]),
  );
  const choices: [Focus, string][] = [
    [{ kind: 'path', id: WELCOME }, 'Desde el menú inicial'],
    ...sectionsOf(graph).map(({ name, count }): [Focus, string] => [
      { kind: 'section', name },
      `${name === '' ? 'Sin sección' : (headings.get(name) ?? name.replaceAll('_', ' '))} (${count})`,
    ]),
    [{ kind: 'all' }, `Todo el chatbot (${graph.nodes.length})`],
  ];
  if (focus.kind === 'path' && focus.id !== WELCOME) {
    const title = graph.nodes.find(({ id }) => id === focus.id)?.title ?? '';
    choices.unshift([focus, `Camino de «${title}»`]);
  }
  return (
    <NativeSelect
      className={classes.focus}
      label="Qué se muestra"
      value={focusText(focus)}
      onChange={(event) => {
        const chosen = choices.find(([one]) => focusText(one) === event.currentTarget.value);
        if (chosen) onLook(chosen[0]);
      }}
      data={choices.map(([one, label]) => ({ value: focusText(one), label }))}
    />
  );
}

/** What is wrong with the ways of the bot, each with the way to mend it. */
function Problems({
  nodes,
  onSeek,
}: {
  nodes: readonly MapNode[];
  onSeek: ((id: string) => void) | undefined;
}) {
  const bad = nodes.filter(({ unreachable, deadEnd }) => unreachable || deadEnd !== null);
  if (bad.length === 0)
    return (
      <p role="status" className={classes.fine}>
        Se llega a todas las interacciones y ninguna deja a tus clientes sin salida.
      </p>
    );
  return (
    <details className={classes.problems} open={bad.length <= 6 || undefined}>
      <summary>{counted(bad.length, 'interacción por revisar', 'interacciones por revisar')}</summary>
      <ul aria-label="Interacciones por revisar">
        {bad.map((node) => (
          <li key={node.id}>
            <p>
              <EditNode node={node}>{node.title}</EditNode>
              <small>{problemText(node)}</small>
            </p>
            {onSeek ? (
              <button
                type="button"
                onClick={() => onSeek(node.id)}
                aria-label={`Ver ${node.title} en el mapa`}
              >
                Ver en el mapa
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
