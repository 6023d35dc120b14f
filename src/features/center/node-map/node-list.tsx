/** The map in words: each interaction with what leads to it and where it leads. */
import { EditNode } from './edit-node.tsx';
import { type MapNode, type NodeGraph, problemText, type Way } from './graph.ts';
import classes from './node-map.module.css';

const ENTRANCES = {
  welcome: 'Es lo primero que ven tus clientes.',
  intent: 'Responde a lo que escriben.',
  condition: 'Responde cuando se cumple su condición.',
  handoff: 'Pasa a una persona.',
} as const;

interface NodeListProps {
  graph: NodeGraph;
  shown: readonly MapNode[];
}

export function NodeList({ graph, shown }: NodeListProps) {
  const titles = new Map(graph.nodes.map(({ id, title }) => [id, title]));
  return (
    <ul className={classes.list} aria-label="Interacciones y sus caminos">
      {shown.map((node) => {
        const problem = problemText(node);
        const from = graph.ways.filter(({ to }) => to === node.id);
        const to = graph.ways.filter((way) => way.from === node.id);
        return (
          <li key={node.id} data-off={node.node?.status === false || undefined}>
            <p className={classes.listHead}>
              <EditNode node={node}>{node.title}</EditNode>
              {node.node?.status === false ? <span data-tone="warn">Desactivada</span> : null}
              {problem ? (
                <span data-tone="danger">{node.unreachable ? 'Nadie llega' : 'Sin salida'}</span>
              ) : null}
            </p>
            {problem ? <p className={classes.problem}>{problem}</p> : null}
            {node.entrance ? <p>{ENTRANCES[node.entrance]}</p> : null}
            {from.length > 0 ? (
              <p>Se llega desde: {from.map((way) => wayText(way, titles.get(way.from))).join(' · ')}</p>
            ) : null}
            {to.length > 0 ? (
              <p>Lleva a: {to.map((way) => wayText(way, titles.get(way.to))).join(' · ')}</p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function wayText({ kind, label }: Way, title = ''): string {
  if (kind === 'option') return label === title ? title : `${title} («${label}»)`;
  return kind === 'next' ? `${title} (enseguida)` : `${title} (solo después)`;
}
