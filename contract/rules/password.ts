/**
 * How strong a password is. Accounts that people make for themselves need at least 'aceptable'; the agents' rules of
 * docs/product.md §5 ask only for six characters and stand in rules/create-agent.ts.
 */
import { LIMITS } from '../limits.ts';

export const STRENGTHS = ['muy débil', 'débil', 'aceptable', 'buena', 'excelente'] as const;
/** An index into `STRENGTHS`. */
export type Strength = 0 | 1 | 2 | 3 | 4;
/** What registration, reset and change of password ask for. */
export const REQUIRED_STRENGTH: Strength = 2;

export const PASSWORD_TEXTS = {
  empty: 'Password requerido',
  short: 'El password debe tener mínimo 6 caracteres',
  long: 'El password debe tener máximo 200 caracteres',
  confirmationEmpty: 'Confirmar password requerido',
  differ: 'Las contraseñas no coinciden',
  weak: 'Elige una contraseña más difícil de adivinar: mezcla letras y números, o usa una frase.',
  /** Only the server knows the list. */
  common: 'Esta contraseña es de las más usadas y se adivina en segundos. Elige otra.',
} as const;

/** What people read who choose a password for themselves; the spec's own words are those of 'Crear agente' alone. */
export const OWN_PASSWORD_TEXTS = {
  empty: 'Contraseña requerida',
  short: 'La contraseña debe tener mínimo 6 caracteres',
  long: 'La contraseña debe tener máximo 200 caracteres',
  confirmationEmpty: 'Confirma la contraseña',
  differ: PASSWORD_TEXTS.differ,
  weak: PASSWORD_TEXTS.weak,
} as const;

/** First guesses of every list that attackers use, with the words that people in Chile add to them. */
const COMMON =
  /^(?:password|contrase[nñ]a|clave|qwerty\w*|asdf\w*|admin\w*|usuario|hola|chile|colocolo|santiago|charla|bienvenid[oa]|iloveyou|teamo|letmein|welcome|abc|dragon|monkey|futbol|princesa|111|123)[\W_\d]{0,6}$/i;

const SETS: readonly (readonly [RegExp, number])[] = [
  [/[a-zñ]/, 27],
  [/[A-ZÑ]/, 27],
  [/\d/, 10],
  [/[^a-zñA-ZÑ\d]/, 33],
];
/** Bits of an estimate from which each strength begins. */
const STEPS = [22, 30, 44, 64] as const;

/** Characters that a guesser could not foresee from the one before: neither the same nor the next (aaa, 123, cba). */
function surprises(text: string): number {
  let count = 0;
  let before = Number.NaN;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!(Math.abs(code - before) <= 1)) count += 1;
    before = code;
  }
  return count;
}

/**
 * An estimate, 0 (worst) to 4: unforeseeable characters × the size of the sets they come from.
 * @param facts the person's own name and e-mail: parts of them count for nothing
 */
export function passwordStrength(password: string, facts: readonly string[] = []): Strength {
  if (password.length < LIMITS.passwordMin || COMMON.test(password)) return 0;
  const own = facts
    .flatMap((fact) => fact.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((word) => word.length >= 4);
  let rest = password;
  for (const word of own) {
    const at = rest.toLowerCase().indexOf(word);
    if (at >= 0) rest = rest.slice(0, at) + rest.slice(at + word.length);
  }
  const pool = SETS.reduce((sum, [set, size]) => (set.test(rest) ? sum + size : sum), 0);
  const bits = pool === 0 ? 0 : surprises(rest) * Math.log2(pool);
  return STEPS.filter((step) => bits >= step).length as Strength;
}

/** The first thing wrong with a password that somebody chooses for themselves, with the field it belongs to. */
export function passwordFault(
  password: string,
  confirmation: string,
  facts: readonly string[] = [],
): { field: 'password' | 'password_confirmation'; message: string } | null {
  const at = (field: 'password' | 'password_confirmation', message: string) => ({ field, message });
  if (password === '') return at('password', OWN_PASSWORD_TEXTS.empty);
  if (password.length < LIMITS.passwordMin) return at('password', OWN_PASSWORD_TEXTS.short);
  if (password.length > LIMITS.passwordMax) return at('password', OWN_PASSWORD_TEXTS.long);
  if (confirmation === '') return at('password_confirmation', OWN_PASSWORD_TEXTS.confirmationEmpty);
  if (password !== confirmation) return at('password_confirmation', OWN_PASSWORD_TEXTS.differ);
  if (passwordStrength(password, facts) < REQUIRED_STRENGTH) return at('password', OWN_PASSWORD_TEXTS.weak);
  return null;
}
