/** Which interaction an option leads to. A native list: it is found by typing, on phones too. */
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';

interface NodeSelectProps {
  nodes: readonly ClientNode[];
  label: string;
  value: string;
  onChange: (nodeId: string) => void;
  /** What an empty choice is called. */
  none: string;
  /** Not offered: the node itself. */
  without?: string | undefined;
  description?: string;
  disabled?: boolean;
}

const titled = (node: ClientNode) => ({
  value: node.node_id,
  label: node.status ? node.title : `${node.title} (desactivada)`,
});

export function NodeSelect({ nodes, none, without, onChange, value, ...rest }: NodeSelectProps) {
  const data = useMemo(() => {
    const offered = nodes
      .filter(({ node_id }) => node_id !== without)
      .toSorted((a, b) => a.title.localeCompare(b.title, 'es'));
    const own = offered.filter(({ template }) => template === null).map(titled);
    const written = offered.filter(({ template }) => template !== null).map(titled);
    return [
      ...(own.length > 0 ? [{ group: 'Personalizadas', items: own }] : []),
      ...(written.length > 0 ? [{ group: 'Precargadas', items: written }] : []),
    ];
  }, [nodes, without]);
  const gone = value !== '' && !nodes.some(({ node_id }) => node_id === value);
  return (
    <NativeSelect {...rest} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{none}</option>
      {gone ? <option value={value}>Una interacción que ya no existe</option> : null}
      {data.map(({ group, items }) => (
        <optgroup key={group} label={group}>
          {items.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
