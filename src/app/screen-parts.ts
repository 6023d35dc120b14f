/**
 * Where the parts of screens are that few people open in a visit: the `parts.ts` of every feature. A file of its own,
 * because each part brings the names of all files that it needs: in the first load they would cost everybody who signs
 * in some kilobytes. Loaded once, with the first of these screens that is opened or pointed at.
 */
type Part = () => Promise<Record<string, unknown>>;

const features = import.meta.glob<Record<string, Part>>('../features/*/parts.ts', { eager: true });

/** The loader of each part, by its name; each feature's `screens.ts` is checked against its own `parts.ts`. */
export const PARTS: Readonly<Record<string, Part>> = Object.assign({}, ...Object.values(features));

/** Loads the part that a screen names. @throws when no feature has it, or it can't be loaded */
export async function loadPart(name: string): Promise<Record<string, unknown>> {
  const load = PARTS[name];
  if (!load) throw new Error(`No feature has the part ${name}`);
  return load();
}
