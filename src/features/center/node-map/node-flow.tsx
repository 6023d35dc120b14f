/** The graph itself, drawn with @xyflow/react (docs/decisions/0018). */
import {
  Background,
  Controls,
  type Edge,
  Handle,
  MarkerType,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { cardFacts } from './card-facts.ts';
import { EditNode } from './edit-node.tsx';
import { type MapNode, type NodeGraph, problemText, WELCOME } from './graph.ts';
import { CARD_WIDTH, placesOf } from './layout.ts';
import classes from './node-map.module.css';

type CardNode = Node<
  { of: MapNode; found: boolean; near: boolean | null; onPath: NodeFlowProps['onPath'] },
  'card'
>;

const SPANISH = {
  'node.a11yDescription.default': 'Interacción del chatbot',
  'node.a11yDescription.keyboardDisabled': 'Interacción del chatbot',
  'edge.a11yDescription.default': 'Camino entre interacciones',
  'controls.ariaLabel': 'Acercar y alejar el mapa',
  'controls.zoomIn.ariaLabel': 'Acercar',
  'controls.zoomOut.ariaLabel': 'Alejar',
  'controls.fitView.ariaLabel': 'Ver todo el mapa',
  'minimap.ariaLabel': 'Mapa en miniatura',
};
/** More cards than these are drawn only where one looks. */
const DRAW_ALL = 250;
/** How near the map comes to a node that is sought. */
const SEEK_ZOOM = 1;
/** Fitted, cards are never smaller than can be read: beyond that one moves about, or focuses on a part. */
const FIT = { minZoom: 0.34, maxZoom: 1, padding: 0.06 };
/** What can't be fitted so opens at the greeting, as near as can be read. */
const START = { nodes: [{ id: WELCOME }], minZoom: 0.75, maxZoom: 0.75 };
/** More cards than these don't fit. */
const FITS = 40;
/** Farther away than this a card shows its title alone, as large as it can. */
const DISTANT = 0.62;
const NODE_TYPES = { card: Card };

interface NodeFlowProps {
  graph: NodeGraph;
  /** Ids that the search found. */
  found: readonly string[];
  /** The node to move to; a new object moves to the same one again. */
  sought: { id: string } | null;
  /** Shows how customers get to one, and where they go from there. */
  onPath: (id: string) => void;
}

export default function NodeFlow(props: NodeFlowProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ graph, found, sought, onPath }: NodeFlowProps) {
  const { setCenter } = useReactFlow();
  const distant = useStore(({ transform }) => transform[2] < DISTANT);
  const [selected, setSelected] = useState<string | null>(null);
  const places = useMemo(() => placesOf(graph), [graph]);
  const seek = useCallback(
    (id: string) => {
      const place = places.get(id);
      if (!place) return;
      setSelected(id);
      void setCenter(place.x + CARD_WIDTH / 2, place.y + place.height / 2, {
        zoom: SEEK_ZOOM,
        duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 180,
      });
    },
    [places, setCenter],
  );
  useEffect(() => {
    if (sought) seek(sought.id);
  }, [sought, seek]);
  const near = useMemo(() => {
    if (selected === null) return null;
    const ends = graph.ways.filter(({ from, to }) => from === selected || to === selected);
    return new Set([selected, ...ends.flatMap(({ from, to }) => [from, to])]);
  }, [graph, selected]);
  const cards = graph.nodes.map((of): CardNode => {
    const { x = 0, y = 0, height = 0 } = places.get(of.id) ?? {};
    return {
      id: of.id,
      type: 'card',
      position: { x, y },
      data: { of, found: found.includes(of.id), near: near ? near.has(of.id) : null, onPath },
      width: CARD_WIDTH,
      height,
    };
  });
  const lines = graph.ways.map(({ id, from, to, kind }): Edge => {
    const lit = selected !== null && (from === selected || to === selected);
    return {
      id,
      source: from,
      target: to,
      focusable: false,
      className: `${classes.way} ${lit ? classes.lit : ''}`,
      data: { kind },
      markerEnd: { type: MarkerType.ArrowClosed },
      ...(kind === 'option' ? {} : { style: { strokeDasharray: kind === 'next' ? '6 4' : '2 4' } }),
    };
  });
  return (
    <section className={classes.flow} aria-label="Mapa de interacciones" data-distant={distant || undefined}>
      <ReactFlow
        nodes={cards}
        edges={lines}
        nodeTypes={NODE_TYPES}
        ariaLabelConfig={SPANISH}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        onlyRenderVisibleElements={cards.length > DRAW_ALL}
        minZoom={0.2}
        maxZoom={1.6}
        fitView
        fitViewOptions={graph.nodes.length > FITS && places.has(WELCOME) ? START : FIT}
        onNodeClick={(_, { id }) => setSelected(id)}
        onPaneClick={() => setSelected(null)}
      >
        <Background gap={24} />
        <Controls showInteractive={false} fitViewOptions={FIT} />
        <MiniMap pannable zoomable nodeClassName={miniClass} />
      </ReactFlow>
    </section>
  );
}

const miniClass = ({ data }: Node): string => {
  const of = data['of'] as MapNode | undefined;
  const bad = of?.unreachable === true || (of?.deadEnd ?? null) !== null;
  return (bad ? classes.miniBad : classes.mini) ?? '';
};

function Card({ data: { of, found, near, onPath } }: NodeProps<CardNode>) {
  const { fitView } = useReactFlow();
  const problem = problemText(of);
  const { title, answer, alternatives, buttons, more } = cardFacts(of);
  return (
    <div
      className={classes.card}
      data-entrance={of.entrance ?? undefined}
      data-off={of.node?.status === false || undefined}
      data-bad={problem !== null || undefined}
      data-found={found || undefined}
      data-far={near === false || undefined}
      title={problem ?? undefined}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <EditNode
        node={of}
        className={classes.cardTitle}
        // The keyboard brings into sight what it stands on.
        onFocus={() => void fitView({ nodes: [{ id: of.id }], maxZoom: SEEK_ZOOM, duration: 0 })}
      >
        <span className="visually-hidden">Editar </span>
        {title}
      </EditNode>
      {answer === '' ? null : <p className={classes.cardAnswer}>{answer}</p>}
      {buttons.length === 0 ? null : (
        <ul className={classes.cardButtons} aria-label="Opciones">
          {buttons.map(({ id, label, live }) => (
            <li key={id} data-off={!live || undefined}>
              {label}
            </li>
          ))}
          {more > 0 ? <li className={classes.cardMore}>y {more} más</li> : null}
        </ul>
      )}
      <p className={classes.cardMarks}>
        {problem ? (
          <span data-tone="danger">
            <IconAlertTriangle size={12} aria-hidden="true" />
            {of.unreachable ? 'Nadie llega' : 'Sin salida'}
          </span>
        ) : null}
        {of.node?.status === false ? <span data-tone="warn">Desactivada</span> : null}
        <span>{kindOf(of)}</span>
        {alternatives > 0 ? (
          <span>{alternatives === 1 ? '1 variante' : `${alternatives} variantes`}</span>
        ) : null}
      </p>
      <button type="button" className={classes.cardPath} onClick={() => onPath(of.id)}>
        Camino<span className="visually-hidden"> de {title}</span>
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}

function kindOf({ node, entrance }: MapNode): string {
  if (!node) return 'Bienvenida';
  if (node.handoff) return 'Pasa a una persona';
  if (node.ticket) return 'Abre un ticket';
  if (entrance === 'intent') return 'Por lo que escriben';
  if (entrance === 'condition') return 'Por condición';
  return 'Por una opción';
}
