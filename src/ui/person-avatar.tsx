/** A photo, or initials on one of the few quiet grounds; decorative, the name stands beside it. */
import classes from './person-avatar.module.css';

const TONES = 6;

/** The first letter or figure of a word, with the accent that follows it. */
const LETTER = /[\p{L}\p{N}]\p{M}*/u;
/** One sign as people see it: a flag is two characters, a family several with joiners between them. */
const SIGN = /^(?:\p{RI}{2}|.(?:[\p{M}\p{EMod}]|\u200d.)*)/u;

/** 'María José Pérez' → 'MP'; '🌸 Ana' → 'A'; a phone has none: '#'. Without any letter it is the name's first sign. */
export function initials(name: string): string {
  if (/^[+\d\s]+$/.test(name) && name.trim() !== '') return '#';
  const letters = name.split(/\s+/).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  const shown =
    letters.length > 1
      ? `${letters[0]}${letters.at(-1)}`
      : (letters[0] ?? SIGN.exec(name.trim())?.[0] ?? '?');
  return shown.normalize().toLocaleUpperCase('es');
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
