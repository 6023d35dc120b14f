/** What stands in a cell of a file. */
export type Cell = string | number | null | { at: string };

/** An instant (ISO), which each format writes in its own way. */
export const moment = (iso: string | null): Cell => (iso === null ? null : { at: iso });
