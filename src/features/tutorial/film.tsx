/** Plays a page's steps like a film: one after the other, with pause, back and forth. */
import { ActionIcon } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerTrackNext from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackNext.mjs';
import IconPlayerTrackPrev from '@tabler/icons-react/dist/esm/icons/IconPlayerTrackPrev.mjs';
import { useEffect, useState } from 'react';
import type { PageStep } from '../../../contract/entities/tutorial-page.ts';
import classes from './tutorial-panel.module.css';

/** How long a scene stands: some fifteen words at an easy pace. Milliseconds. */
const SCENE_LASTS = 6_000;

export function Film({ scenes }: { scenes: readonly PageStep[] }) {
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
