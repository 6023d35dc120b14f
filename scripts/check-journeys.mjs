/**
 * `docs/journeys.md` lists what the browser tests walk through, test by test. A journey that is taken away without a
 * word, or added without its line, is reported. `--write` writes the list again.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const PAGE = 'docs/journeys.md';
const HEAD = `# Journeys

What the browser tests walk through, by file. The list is written by \`node scripts/check-journeys.mjs --write\`, and lint compares it: a journey that goes is seen to go. What a browser test repeats belongs to the level below; a journey that moves there keeps its claim.
`;
const TITLE = /^\s*test\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/gm;

const files = readdirSync('e2e')
  .filter((name) => name.endsWith('.spec.ts'))
  .sort();
const sections = files.map((name) => {
  const titles = [...readFileSync(`e2e/${name}`, 'utf8').matchAll(TITLE)].map(([, , title = '']) =>
    title.replaceAll(/\$\{([^}]+)\}/g, '<$1>').replaceAll('\\', ''),
  );
  return `## ${name.replace('.spec.ts', '')}\n\n${titles.map((title) => `- ${title}`).join('\n')}\n`;
});
const present = `${HEAD}\n${sections.join('\n')}`;

if (process.argv.includes('--write')) {
  writeFileSync(PAGE, present);
  process.exit(0);
}
const kept = readFileSync(PAGE, 'utf8');
if (kept !== present) {
  const before = new Set(kept.split('\n'));
  const after = new Set(present.split('\n'));
  for (const line of before) if (!after.has(line)) console.error(`gone: ${line}`);
  for (const line of after) if (!before.has(line)) console.error(`new: ${line}`);
  console.error(`${PAGE} does not say what the browser tests do: node scripts/check-journeys.mjs --write`);
  process.exit(1);
}
console.log(`${present.split('\n- ').length - 1} journeys, each with its line.`);
