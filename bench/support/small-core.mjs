/**
 * Runs in a thread of its own, on time whatever the benchmark does: the processes run for a part of each period and are
 * stopped for the rest, one after the other, as if each had a small core of its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds. */
const PERIOD = 12;

/** @type {{ pids: number[], share: number }} */
const { pids, share } = workerData;
let on = true;
parentPort?.once('message', () => {
  on = false;
});

await Promise.all(
  pids.map(async (pid, index) => {
    await pause((index * PERIOD) / pids.length);
    while (on) {
      process.kill(pid, 'SIGSTOP');
      await pause(PERIOD * (1 - share));
      process.kill(pid, 'SIGCONT');
      await pause(PERIOD * share);
    }
  }),
);
