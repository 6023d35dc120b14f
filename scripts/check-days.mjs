/**
 * Days are counted by `contract/days.ts` or in SQL, by the zone of a calendar. dayjs' startOf, endOf and tz count by the
 * clock of whoever runs them: nobody may use those, and where things are counted nobody uses dayjs at all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Where everything counts, and the screens, which may write a date as dayjs does. */
const ROOMS = ['contract', 'machines', 'server', 'workers', 'src'];
const WITHOUT = /^(contract|machines|server|workers)\//;
const REFUSED = /\.(startOf|endOf)\(['"`]|\.tz\(|dayjs\/plugin\/(timezone|utc)/;
const DAYJS = /from ['"]dayjs|import\(['"]dayjs/;

/** @param {string} folder @returns {string[]} */
const filesOf = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });

const faults = ROOMS.flatMap(filesOf).flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      REFUSED.test(line) || (WITHOUT.test(path) && DAYJS.test(line))
        ? [`${path}:${at + 1} ${line.trim()}`]
        : [],
    ),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error('Days are counted by contract/days.ts or in SQL, by the zone of the calendar.');
  process.exit(1);
}
