/**
 * Regular expressions that owners write. RE2's kind: time linear in the text whatever the pattern, so none of them can
 * hold up an answer; no back-references and no look-around, which is what that costs.
 */
import { RE2JS } from 're2js';

/** A pattern that has been read. */
export type Pattern = RE2JS;

/** Longer patterns than anybody writes by hand. */
const LONGEST = 200;
/** `(a{1000}){1000}` compiles to a program of this many steps; nothing real comes near. */
const LARGEST_PROGRAM = 2_000;

/** Null for what is no pattern, is too long, or counts too far. Letters match whatever their case. */
export function readPattern(text: string): Pattern | null {
  if (text === '' || text.length > LONGEST) return null;
  try {
    const pattern = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE);
    return pattern.programSize() <= LARGEST_PROGRAM ? pattern : null;
  } catch {
    // The library throws for every fault of the pattern; which one is of no use to an owner.
    return null;
  }
}
