/** A photo, or initials on one of the few quiet grounds; decorative, the name stands beside it. */
import classes from './person-avatar.module.css';

const TONES = 6;

/** 'María José Pérez' → 'MP'; a phone has none: '#'. */
export function initials(name: string): string {
  if (/^[+\d\s]+$/.test(name)) return '#';
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0]?.[0] ?? '?';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : '';
  return (first + last).toLocaleUpperCase('es');
}

/** The same person always has the same ground. */
export function toneOf(key: string): number {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum % TONES;
}

interface PersonAvatarProps {
  name: string;
  /** What the tone hangs on; the name when left out. */
  id?: string;
  image?: string | null;
  size?: number;
}

export function PersonAvatar({ name, id, image, size = 32 }: PersonAvatarProps) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (image) return <img className={classes.avatar} style={box} src={image} alt="" loading="lazy" />;
  return (
    <span className={classes.avatar} style={box} data-tone={toneOf(id ?? name)} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
