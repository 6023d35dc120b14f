/** Entry of `/widget/chat.js`: the chat itself, which the first file brings when it is reached for. */
import { render } from 'preact';
import css from '../chat.css?inline';
import { Chat } from '../chat.tsx';
import type { ChatControls, Frame } from '../frame.ts';
import { Prefilled } from '../prefilled.ts';
import { addSheet } from '../sheet.ts';

export { speak } from '../say.ts';

export const startChat = (frame: Frame): ChatControls => {
  addSheet(frame.root, css);
  const prefilled = new Prefilled();
  let sitting = 0;
  const redraw = () =>
    render(
      <Chat key={sitting} frame={frame} keep={frame.keep} open={frame.open} prefilled={prefilled} />,
      frame.place,
    );
  redraw();
  return {
    redraw,
    renew() {
      sitting += 1;
      redraw();
    },
    prefill: (text) => prefilled.set(text),
    stop: () => render(null, frame.place),
  };
};
