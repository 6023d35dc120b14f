/** What checks of a server's answer are made of: each says whether a value is what its type promises (reading.ts). */
export type Check<T> = (value: unknown) => value is T;

export const text: Check<string> = (value): value is string => typeof value === 'string';
export const number: Check<number> = (value): value is number => typeof value === 'number';
export const flag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';
export const orNull =
  <T>(fits: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || fits(value);
export const optional =
  <T>(fits: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || fits(value);
export const list =
  <T>(fits: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(fits);
export const oneOf =
  <T extends string>(...known: readonly T[]): Check<T> =>
  (value): value is T =>
    known.includes(value as T);
/** What it has besides is let through: a newer server may say more. */
export const shape =
  <T extends object>(fields: { [Name in keyof T]-?: Check<T[Name]> }): Check<T> =>
  (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Check<unknown>>(fields).every(([name, fits]) => fits(Reflect.get(value, name)));
