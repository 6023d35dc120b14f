/**
 * `npm run replay -- registro-64.json`: replays a log that was exported from the diagnostics panel, and says whether its
 * events lead to what was shown. Exits 1 when they do not: that is the bug.
 */
import { readFile } from 'node:fs/promises';
import { counters } from '../machines/inbox/counters.ts';
import { readExport } from '../machines/log-export/export-file.ts';
import { replayExport } from '../machines/log-export/replay.ts';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('usage: npm run replay -- <exported log>');
  process.exit(2);
}
const file = readExport(await readFile(path, 'utf8'));
const { state, differences, compared } = replayExport(file);
console.log(
  `bot ${file.base.bot_id}, ${file.frames.length} frames, events ${file.base.seq + 1} to ${state.seq}, exported ${file.exported_at}`,
);
console.log('counters', counters(state).byState);
console.log(`compared: counters, ${compared.cards} cards, ${compared.messages} messages`);
for (const difference of differences) console.log(`DIFFERS ${difference}`);
if (differences.length > 0) process.exit(1);
console.log('The events lead to what was shown.');
