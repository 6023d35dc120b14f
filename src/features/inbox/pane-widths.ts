/** Remembered pane widths, in px. */
export interface PaneWidths {
  states: number;
  list: number;
  client: number;
}
const DEFAULTS: PaneWidths = { states: 172, list: 312, client: 268 };

/** What was stored, where it makes sense; the defaults elsewhere. */
export function readWidths(stored: unknown): PaneWidths {
  const raw = (stored && typeof stored === 'object' ? stored : {}) as Record<string, unknown>;
  const one = (name: keyof PaneWidths) => {
    const value = raw[name];
    return typeof value === 'number' && value >= 120 && value <= 700 ? value : DEFAULTS[name];
  };
  return { states: one('states'), list: one('list'), client: one('client') };
}
