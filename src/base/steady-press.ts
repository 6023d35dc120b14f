/**
 * A press belongs to what it began on. What arrives between the two halves of a press moves the page under a pointer
 * that has not moved: the browser then gives the click to what both halves share, and the button that was pressed does
 * nothing. Here it is given to the button. Whoever moves the pointer away takes a press back, as ever; what has not
 * moved, but lies under something else now, is not pressed either. (docs/decisions/0096-a-press-belongs-to-what-it-began-on.md)
 */

/** What a press does something to. */
const CONTROLS = 'a,button,input,label,summary,[role=option],[role^=menuitem]';
/** A hand that rests moves a pointer by less (px). */
const RESTS = 4;

/** Begins to look after presses of the whole page. @returns what ends it */
export function keepPresses(): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  let press: { control: HTMLElement; from: DOMRect; event: MouseEvent } | null = null;
  addEventListener(
    'pointerdown',
    (event) => {
      const { target } = event;
      const control = target instanceof Element ? target.closest<HTMLElement>(CONTROLS) : null;
      // Another button, and what opens another tab, are the browser's own affair.
      const plain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey);
      press = control && plain ? { control, from: control.getBoundingClientRect(), event } : null;
    },
    { capture: true, signal },
  );
  addEventListener(
    'click',
    (event) => {
      const began = press;
      press = null;
      if (!began || !event.isTrusted) return;
      const { control, from } = began;
      const { x, y } = control.getBoundingClientRect();
      const moved = Math.hypot(event.x - began.event.x, event.y - began.event.y);
      if (control.contains(event.target as Node) || !control.isConnected || moved > RESTS) return;
      if (x !== from.x || y !== from.y) control.click();
    },
    { capture: true, signal },
  );
  return () => ends.abort();
}
