/**
 * Keys for the rows on screen. A conversation that is written in goes to the top; under its own id alone React would
 * then take every row that it passed out of the page and put it back, and each of them would be styled and laid out
 * again. So what passes others gets a new key: one row is made, and the rest stay where they are.
 */

export interface RowKeys {
  /** In the order of the screen. */
  ids: readonly string[];
  /** How often each has passed others. */
  turns: ReadonlyMap<string, number>;
}

export const NO_ROWS: RowKeys = { ids: [], turns: new Map() };

/**
 * @param ids what is on screen now
 * @param still whether rows must stay the elements they are (one has the focus): then none gets a new key; asked only
 *   when something moved
 * @returns the same object when nothing was passed
 */
export function nextKeys(known: RowKeys, ids: readonly string[], still: () => boolean): RowKeys {
  if (known.ids.length === ids.length && known.ids.every((id, at) => id === ids[at])) return known;
  const turns = new Map<string, number>();
  const places = new Map(known.ids.map((id, at) => [id, at]));
  // From below: what stood under something that is now below it has passed that.
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids.toReversed()) {
    const place = places.get(id);
    const turn = known.turns.get(id) ?? 0;
    const passed = place !== undefined && place > least && !still();
    if (place !== undefined && !passed) least = Math.min(least, place);
    if (passed || turn > 0) turns.set(id, passed ? turn + 1 : turn);
  }
  return { ids, turns };
}

/** The key of a row: another one each time that it is to be drawn at another place instead of moved. */
export const keyOf = ({ turns }: RowKeys, id: string): string => {
  const turn = turns.get(id);
  return turn === undefined ? id : `${id}:${turn}`;
};
