/** What rings for each kind of notice, with a test of each (docs/product.md §3 'User sound settings'). */

import { Button, NativeSelect, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import IconPlayerStop from '@tabler/icons-react/dist/esm/icons/IconPlayerStop.mjs';
import { useEffect, useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import {
  SOUND_KIND_LABELS,
  SOUND_KINDS,
  SOUND_LABELS,
  SOUNDS,
  type SoundName,
} from '../../../contract/sounds.ts';
import { sentence } from '../../api/api-error.ts';
import { useSaveSounds, useSoundQuery } from '../../notices/sounds.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure } from '../../ui/toast.ts';
import { type Playing, playTone } from '../../ui/tones.ts';
import classes from './profile.module.css';

export function SoundForm({ userId }: { userId: number }) {
  const settings = useSoundQuery(userId);
  const save = useSaveSounds(userId);
  if (settings.isPending) return <LoadRows label="Cargando sonidos…" rows={4} height={40} />;
  if (!settings.data) {
    return <LoadError message={sentence(settings.error)} onRetry={() => void settings.refetch()} />;
  }
  const { has_sound, sounds } = settings.data;
  return (
    <div className={classes.form}>
      <Switch
        label="Reproducir sonidos"
        checked={has_sound}
        onChange={(event) => save.mutate({ sounds, has_sound: event.currentTarget.checked })}
      />
      {SOUND_KINDS.map((kind) => (
        <div key={kind} className={classes.sound}>
          <NativeSelect
            label={SOUND_KIND_LABELS[kind]}
            value={sounds[kind]}
            disabled={!has_sound}
            onChange={(event) => {
              const name = SOUNDS.find((each) => each === event.currentTarget.value);
              if (name) save.mutate({ has_sound, sounds: { ...sounds, [kind]: name } });
            }}
            data={SOUNDS.map((value) => ({ value, label: SOUND_LABELS[value] }))}
          />
          <SoundTest name={sounds[kind]} label={SOUND_KIND_LABELS[kind]} disabled={!has_sound} />
        </div>
      ))}
    </div>
  );
}

function SoundTest({ name, label, disabled }: { name: SoundName; label: string; disabled: boolean }) {
  const [playing, setPlaying] = useState<Playing | null>(null);
  // The browser does not say when a made sound ends: it is asked (docs/product.md §9 'Audio test poll').
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      if (playing.isOver()) setPlaying(null);
    }, LIMITS.audioTestPoll);
    return () => {
      clearInterval(timer);
      playing.stop();
    };
  }, [playing]);
  const test = () => {
    if (playing) setPlaying(null);
    else
      playTone(name).then(setPlaying, (error: unknown) => toastFailure('El navegador no deja sonar', error));
  };
  return (
    <Button
      variant="default"
      disabled={disabled || name === 'silencio'}
      aria-label={playing ? `Detener la prueba: ${label}` : `Probar: ${label}`}
      leftSection={
        playing ? (
          <IconPlayerStop size={15} aria-hidden="true" />
        ) : (
          <IconPlayerPlay size={15} aria-hidden="true" />
        )
      }
      onClick={test}
    >
      {playing ? 'Detener' : 'Probar'}
    </Button>
  );
}
