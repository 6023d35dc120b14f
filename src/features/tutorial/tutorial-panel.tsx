/**
 * The tutorial panel (docs/product.md §2, §9): stands over the screen, is moved by its bar and sized by its corner, both by
 * pointer or by arrow keys. It shows the video of the open screen's tutorial page, or plays its steps like a film.
 */
import { CloseButton, Portal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { stepsOf, type TutorialPage } from '../../../contract/entities/tutorial-page.ts';
import { sentence } from '../../api/api-error.ts';
import { useScreenTutorial } from '../../frame/use-screen-tutorial.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { pageQuery } from '../guides/page-queries.ts';
import { Film } from './film.tsx';
import { DEFAULT_WIDTH, inWindow, panelSize } from './panel-size.ts';
import classes from './tutorial-panel.module.css';

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
  const id = useScreenTutorial();
  if (id === undefined) return null;
  return <Panel key={id} id={id} onClose={onClose} />;
}

function Panel({ id, onClose }: { id: string; onClose: () => void }) {
  const page = useQuery(pageQuery(id));
  const title = page.data?.title ?? 'Tutorial';
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
  return (
    <Portal>
      <section
        className={classes.panel}
        style={{ left: at.x, top: at.y, width: size.width, height: size.height }}
        aria-label={page.data ? `Tutorial: ${title}` : title}
        onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
      >
        <header className={classes.bar}>
          <button
            type="button"
            className={classes.grip}
            aria-label={`${title}: mover el panel con las flechas`}
            onPointerDown={(event) => {
              const start = at;
              drag(event, (dx, dy) => setWishedAt({ x: start.x + dx, y: start.y + dy }));
            }}
            onKeyDown={(event) => onArrow(event, (dx, dy) => setWishedAt({ x: at.x + dx, y: at.y + dy }))}
          >
            {title}
          </button>
          <CloseButton onClick={onClose} aria-label="Cerrar el tutorial" />
        </header>
        {page.data ? <Content page={page.data} /> : null}
        {page.isPending ? <LoadRows label="Cargando el tutorial…" rows={3} /> : null}
        {page.error && !page.data ? (
          <LoadError message={sentence(page.error)} onRetry={() => void page.refetch()} />
        ) : null}
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

function Content({ page }: { page: TutorialPage }) {
  if (page.url === null) return <Film scenes={stepsOf(page)} />;
  return <iframe className={classes.video} src={page.url} title={`Video: ${page.title}`} allowFullScreen />;
}
