/**
 * The tutorial panel (spec §2, §9): stands over the screen, is moved by its bar and sized by its corner, both by
 * pointer or by arrow keys. It plays the scenes of the open screen's tutorial like a film.
 */
import { ActionIcon, CloseButton, Portal } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs';
import IconPlayerTrackPrev from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackPrev.mjs';
import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { inboxPath } from '../../app/client-config.ts';
import { DEFAULT_WIDTH, inWindow, panelSize } from './panel-size.ts';
import classes from './tutorial-panel.module.css';
import { type Tutorial, tutorialOf } from './tutorials.ts';

/** How long a scene stands: some fifteen words at an easy pace. Milliseconds. */
const SCENE_LASTS = 6_000;
/** Pixels per press of an arrow key. */
const STEP = 24;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const windowSize = () => ({ width: innerWidth, height: innerHeight });

/** Follows the pointer until it is let go; reports the way it went since the start. */
function drag(event: PointerEvent<HTMLElement>, moved: (dx: number, dy: number) => void): void {
  const { clientX, clientY, currentTarget, pointerId } = event;
  currentTarget.setPointerCapture(pointerId);
  const move = (next: globalThis.PointerEvent) => moved(next.clientX - clientX, next.clientY - clientY);
  const end = () => {
    currentTarget.removeEventListener('pointermove', move);
    currentTarget.removeEventListener('pointerup', end);
    currentTarget.removeEventListener('pointercancel', end);
  };
  currentTarget.addEventListener('pointermove', move);
  currentTarget.addEventListener('pointerup', end);
  currentTarget.addEventListener('pointercancel', end);
}

export default function TutorialPanel({ onClose }: { onClose: () => void }) {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const tutorial = tutorialOf(path, inboxPath());
  const [frame, setFrame] = useState(windowSize);
  const [wished, setWished] = useState(DEFAULT_WIDTH);
  const [wishedAt, setWishedAt] = useState(() => ({ x: innerWidth, y: innerHeight }));
  useEffect(() => {
    const resized = () => setFrame(windowSize());
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  }, []);
  const size = panelSize(wished, frame);
  const at = inWindow(wishedAt, size, frame);

  const onArrow = (event: KeyboardEvent, act: (dx: number, dy: number) => void) => {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    act(way[0] * STEP, way[1] * STEP);
  };
  if (!tutorial) return null;
  return (
    <Portal>
      <section
        className={classes.panel}
        style={{ left: at.x, top: at.y, width: size.width, height: size.height }}
        aria-label={`Tutorial: ${tutorial.title}`}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      >
        <header className={classes.bar}>
          <button
            type="button"
            className={classes.grip}
            aria-label={`${tutorial.title}: mover el panel con las flechas`}
            onPointerDown={(event) => {
              const start = at;
              drag(event, (dx, dy) => setWishedAt({ x: start.x + dx, y: start.y + dy }));
            }}
            onKeyDown={(event) => onArrow(event, (dx, dy) => setWishedAt({ x: at.x + dx, y: at.y + dy }))}
          >
            {tutorial.title}
          </button>
          <CloseButton onClick={onClose} aria-label="Cerrar el tutorial" />
        </header>
        <Film key={tutorial.screen} tutorial={tutorial} />
        <button
          type="button"
          className={classes.corner}
          aria-label="Cambiar el tamaño con las flechas"
          onPointerDown={(event) => {
            const start = size.width;
            drag(event, (dx) => setWished(start + dx));
          }}
          onKeyDown={(event) => onArrow(event, (dx, dy) => setWished(size.width + dx + dy))}
        />
      </section>
    </Portal>
  );
}

function Film({ tutorial }: { tutorial: Tutorial }) {
  const { scenes } = tutorial;
  const [index, setIndex] = useState(0);
  // Who wants less motion starts it by hand.
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const last = index === scenes.length - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (last ? setPlaying(false) : setIndex(index + 1)), SCENE_LASTS);
    return () => clearTimeout(timer);
  }, [playing, index, last]);
  const scene = scenes[index];
  const go = (to: number) => {
    setPlaying(false);
    setIndex(Math.max(0, Math.min(scenes.length - 1, to)));
  };
  const toggle = () => {
    if (!playing && last) setIndex(0);
    setPlaying(!playing);
  };
  return (
    <>
      <div className={classes.scene} key={index}>
        <span className={classes.number} aria-hidden="true">
          {index + 1}
        </span>
        <div aria-live="polite">
          <strong>{scene?.title}</strong>
          <p>{scene?.text}</p>
        </div>
      </div>
      <footer className={classes.controls}>
        <ActionIcon aria-label="Anterior" disabled={index === 0} onClick={() => go(index - 1)}>
          <IconPlayerTrackPrev size={17} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={playing ? 'Pausar' : 'Reproducir'} onClick={toggle}>
          {playing ? (
            <IconPlayerPause size={17} aria-hidden="true" />
          ) : (
            <IconPlayerPlay size={17} aria-hidden="true" />
          )}
        </ActionIcon>
        <ActionIcon aria-label="Siguiente" disabled={last} onClick={() => go(index + 1)}>
          <IconPlayerTrackNext size={17} aria-hidden="true" />
        </ActionIcon>
        <span>
          {index + 1} de {scenes.length}
        </span>
      </footer>
    </>
  );
}
