/** The matrix kind × way: each cell is a switch of its own. A sound off is 'Sin sonido' among the account's sounds. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import {
  NOTICE_KIND_LABELS,
  NOTICE_KINDS,
  type NoticeKind,
  type NoticeSettings,
  type NoticeWay,
  WAYS_OF_KIND,
} from '../../../contract/notice-settings.ts';
import { SOUND_KINDS, type SoundKind, type SoundSettings } from '../../../contract/sounds.ts';
import classes from './notifications.module.css';
import { rings, withSound } from './sound-cell.ts';

const COLUMNS = [
  { way: 'bell', label: 'Campana' },
  { way: 'sound', label: 'Sonido' },
  { way: 'notice', label: 'Aviso' },
  { way: 'push', label: 'Push' },
  { way: 'mail', label: 'Correo' },
] as const;

const isSoundKind = (kind: string): kind is SoundKind => (SOUND_KINDS as readonly string[]).includes(kind);

interface MatrixProps {
  settings: NoticeSettings;
  sounds: SoundSettings;
  onChange: (wish: NoticeSettings) => void;
  onSounds: (wish: SoundSettings) => void;
}

export function NoticeMatrix({ settings, sounds, onChange, onSounds }: MatrixProps) {
  const set = (kind: NoticeKind, way: NoticeWay, on: boolean) =>
    onChange({
      ...settings,
      ways: { ...settings.ways, [kind]: { ...settings.ways[kind], [way]: on } },
    });
  const sound = (kind: string, name: string) =>
    isSoundKind(kind) ? (
      <Checkbox
        aria-label={`Sonido: ${name}`}
        checked={rings(sounds, kind)}
        onChange={(event) => onSounds(withSound(sounds, kind, event.currentTarget.checked))}
      />
    ) : (
      <None />
    );
  return (
    <table className={classes.matrix} aria-label="Por dónde llega cada aviso">
      <thead>
        <tr>
          <th scope="col">Cuando</th>
          {COLUMNS.map(({ way, label }) => (
            <th key={way} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTICE_KINDS.map((kind) => {
          const name = NOTICE_KIND_LABELS[kind];
          return (
            <tr key={kind}>
              <th scope="row">{name}</th>
              {COLUMNS.map(({ way, label }) => (
                <td key={way}>
                  {way === 'sound' ? (
                    sound(kind, name)
                  ) : WAYS_OF_KIND[kind].includes(way) ? (
                    <Checkbox
                      aria-label={`${label}: ${name}`}
                      checked={settings.ways[kind][way]}
                      onChange={(event) => set(kind, way, event.currentTarget.checked)}
                    />
                  ) : (
                    <None />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
        <tr>
          <th scope="row">Llega un cliente nuevo</th>
          {COLUMNS.map(({ way }) => (
            <td key={way}>{way === 'sound' ? sound('new_lead', 'Llega un cliente nuevo') : <None />}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

/** This kind has no such way. */
function None() {
  return (
    <span className={classes.none}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No disponible</span>
    </span>
  );
}
