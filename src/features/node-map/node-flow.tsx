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
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { EditNode } from './edit-node.tsx';
import { type MapNode, type NodeGraph, problemText, WELCOME } from './graph.ts';
import { CARD, placesOf } from './layout.ts';
import classes from './node-map.module.css';

type CardNode = Node<{ of: MapNode; found: boolean; near: boolean | null }, 'card'>;

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
/** It opens at the greeting, near enough to be read; the button shows the whole. */
const START = { nodes: [{ id: WELCOME }], minZoom: 0.7, maxZoom: 0.7 };
const NODE_TYPES = { card: Card };

interface NodeFlowProps {
  graph: NodeGraph;
  /** Ids that the search found. */
  found: readonly string[];
  /** The node to move to; a new object moves to the same one again. */
  sought: { id: string } | null;
}

export default function NodeFlow(props: NodeFlowProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ graph, found, sought }: NodeFlowProps) {
  const { setCenter } = useReactFlow();
  const [selected, setSelected] = useState<string | null>(null);
  const places = useMemo(() => placesOf(graph), [graph]);
  const seek = useCallback(
    (id: string) => {
      const place = places.get(id);
      if (!place) return;
      setSelected(id);
      void setCenter(place.x + CARD.width / 2, place.y + CARD.height / 2, {
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
  const cards = graph.nodes.map(
    (of): CardNode => ({
      id: of.id,
      type: 'card',
      position: places.get(of.id) ?? { x: 0, y: 0 },
      data: { of, found: found.includes(of.id), near: near ? near.has(of.id) : null },
      ...CARD,
    }),
  );
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
    <section className={classes.flow} aria-label="Mapa de interacciones">
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
        minZoom={0.1}
        maxZoom={1.6}
        fitView
        fitViewOptions={START}
        onNodeClick={(_, { id }) => setSelected(id)}
        onPaneClick={() => setSelected(null)}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
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

function Card({ data: { of, found, near } }: NodeProps<CardNode>) {
  const { fitView } = useReactFlow();
  const problem = problemText(of);
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
        {of.title}
      </EditNode>
      <p className={classes.cardMarks}>
        {problem ? (
          <span data-tone="danger">
            <IconAlertTriangle size={12} aria-hidden="true" />
            {of.unreachable ? 'Nadie llega' : 'Sin salida'}
          </span>
        ) : null}
        {of.node?.status === false ? <span data-tone="warn">Desactivada</span> : null}
        <span>{kindOf(of)}</span>
      </p>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
}

function kindOf({ node, entrance }: MapNode): string {
  if (!node) return 'Bienvenida';
  if (node.handoff) return 'Pasa a una persona';
  if (entrance === 'intent') return 'Por lo que escriben';
  if (entrance === 'condition') return 'Por condición';
  return 'Por una opción';
}
