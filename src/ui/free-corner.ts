/** Where a notice covers no form: the first corner in which nobody writes or chooses. */

export type Corner = 'bottom-left' | 'top-right' | 'bottom-right' | 'top-center';
/** In the order in which they are tried; the last one, over the top bar, takes what fits nowhere. */
const CORNERS = ['bottom-left', 'top-right', 'bottom-right'] as const;
/** Room that notices take, px. */
const ROOM = { width: 372, height: 200 };
const FIELDS = 'input:not([type="hidden"]), textarea, select, [contenteditable="true"], form button';

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** @param fields where people write and choose */
export function freeCornerOf(fields: readonly Box[], page: { width: number; height: number }): Corner {
  const fits = (corner: (typeof CORNERS)[number]): boolean => {
    const left = corner.endsWith('left') ? 0 : page.width - ROOM.width;
    const top = corner.startsWith('top') ? 0 : page.height - ROOM.height;
    return !fields.some(
      (box) =>
        box.right > left && box.left < left + ROOM.width && box.bottom > top && box.top < top + ROOM.height,
    );
  };
  return CORNERS.find(fits) ?? 'top-center';
}

/** For the page as it is now. */
export function freeCorner(): Corner {
  const fields = [...document.querySelectorAll(FIELDS)]
    .filter((field) => field.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((field) => field.getBoundingClientRect());
  return freeCornerOf(fields, { width: innerWidth, height: innerHeight });
}
