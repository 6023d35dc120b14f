/** What stands in a cell of a file. */
export type Cell = string | number | null | Moment;

/** An instant (ISO), which each format writes in its own way, and the zone by whose clock it is read. */
export interface Moment {
  at: string;
  zone?: string;
}

/** An instant as a cell; null stays empty. */
export const moment = (iso: string | null): Cell => (iso === null ? null : { at: iso });

/** A cell as it is read in a zone (an IANA name). */
export const inZone = (cell: Cell, zone: string): Cell =>
  cell !== null && typeof cell === 'object' ? { ...cell, zone } : cell;
