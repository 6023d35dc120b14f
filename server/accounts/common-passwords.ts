/**
 * The passwords that guessers try first: the list of the strength meter zxcvbn, most common first, far more than the
 * 10,000 that must be refused. Half a megabyte, read once, at the first password that somebody chooses.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

const FILE = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Capitals, accents and widths make a common password no harder: a guesser tries them, too. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();

async function read(): Promise<ReadonlySet<string>> {
  const list = z.array(z.string()).parse(JSON.parse(await readFile(FILE, 'utf8')));
  return new Set(list.map(folded));
}
let known: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is one of those that everybody tries. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= read();
  return (await known).has(folded(password));
}
