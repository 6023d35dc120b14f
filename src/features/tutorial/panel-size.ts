/** The tutorial panel's size (docs/product.md §9): 470 wide, 1.618 to 1, at most 1000 × 618. Pixels. */
import { LIMITS } from '../../../contract/limits.ts';

const { width: DEFAULT, aspect, maxWidth, maxHeight } = LIMITS.videoPanel;
/** Narrower, its words no longer fit. */
const NARROWEST = 300;

export interface Size {
  width: number;
  height: number;
}

/** The panel for a wished width in a window of this size. */
export function panelSize(wished: number, window: Size): Size {
  const widest = Math.min(maxWidth, maxHeight * aspect, window.width - 16, (window.height - 16) * aspect);
  const width = Math.round(Math.max(Math.min(NARROWEST, widest), Math.min(wished, widest)));
  return { width, height: Math.round(width / aspect) };
}
export const DEFAULT_WIDTH: number = DEFAULT;

/** A corner of the panel that keeps all of it in the window. */
export function inWindow(at: { x: number; y: number }, size: Size, window: Size): { x: number; y: number } {
  return {
    x: Math.max(8, Math.min(at.x, window.width - size.width - 8)),
    y: Math.max(8, Math.min(at.y, window.height - size.height - 8)),
  };
}
