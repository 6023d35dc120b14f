/** The way from the map into an interaction. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCenterSearch } from '../editor-address.ts';
import type { MapNode } from './graph.ts';

/** The way to where a node is edited: over the map itself, the greeting on its own screen. */
export function EditNode({
  node,
  className,
  onFocus,
  children,
}: {
  node: MapNode;
  className?: string | undefined;
  onFocus?: () => void;
  children: ReactNode;
}) {
  const { path, search } = useCenterSearch();
  return node.node === null ? (
    <Link to="/menu-inicial" className={className} onFocus={onFocus} preload={false}>
      {children}
    </Link>
  ) : (
    <Link
      to={path}
      search={{ ...search, node: node.id }}
      className={className}
      onFocus={onFocus}
      preload={false}
    >
      {children}
    </Link>
  );
}
