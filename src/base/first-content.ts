/**
 * What nobody looks at before the screen's own content comes after it: code of menus and of parts ahead of need would be
 * read and run while somebody still looks at an empty list. Only a screen that says so holds them up.
 */

/** Without content by then nobody waits for it any longer (ms): it may have failed, or none may be shown. */
const PATIENCE = 1_000;

let standing: Promise<void> = Promise.resolve();
let stand: () => void = () => undefined;
let held = false;
let alone = false;

/** The page's first screen is one with content that is worth waiting for. Said before it is drawn; again it does nothing. */
export function holdBack(): void {
  if (held) return;
  held = true;
  standing = new Promise((resolve) => {
    stand = resolve;
    setTimeout(resolve, PATIENCE);
  });
}

/** It is here before anything is drawn: it is drawn before what stands around it (use-surroundings.ts). */
export function drawAlone(): void {
  alone = held;
}
/** Until it is painted. */
export const isDrawnAlone = (): boolean => alone;

/** It is in what is drawn now. */
export function contentStands(): void {
  // The first task after an animation frame comes when that frame was painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      alone = false;
      stand();
    }),
  );
}

/** Resolves once it is painted; at once where none is waited for. */
export const afterFirstContent = (): Promise<void> => standing;
