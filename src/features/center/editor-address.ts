/** The open interaction stands in the address (`?node=`), so that the map, faults and differences can lead to it. */
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { known, oneOf, text } from '../../base/search-values.ts';

export interface CenterSearch {
  /** The open interaction: its id, or `new`. */
  node?: string;
  /** The section that is shown. */
  section?: string;
  q?: string;
  vista?: 'mapa';
  /** What part of the map is drawn (focus.ts). */
  foco?: string;
  page?: number;
}

const LONGEST_SEARCH = 100;

/**
 * What the address says of the Center: the open interaction, section, search, map and page. What does not fit is
 * left out.
 */
export function readCenterSearch(raw: Record<string, unknown>): CenterSearch {
  const page = Number(raw['page']);
  return known<CenterSearch>({
    node: text(raw['node'], 100),
    section: text(raw['section'], 100),
    q: text(raw['q'], LONGEST_SEARCH),
    vista: oneOf(['mapa'], raw['vista']),
    foco: text(raw['foco'], 120),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
  });
}

/** The address of the screen, and the way to another of its states. */
export function useCenterSearch() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const search = readCenterSearch(raw);
  const navigate = useNavigate();
  const go = useCallback(
    (next: CenterSearch, replace = false) =>
      void navigate({ to: path, search: known({ ...next }), replace, resetScroll: false }),
    [navigate, path],
  );
  return { path, search, go };
}

/** Whether a way leads out of the open interaction. */
export function leavesEditor(
  from: { pathname: string; search: object },
  to: { pathname: string; search: object },
): boolean {
  const nodeOf = ({ search }: { search: object }) => readCenterSearch({ ...search }).node;
  return from.pathname !== to.pathname || nodeOf(from) !== nodeOf(to);
}
