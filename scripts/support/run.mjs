import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './targets.mjs';

/** Signals that end us end our children first; otherwise an orphan would keep ports and files. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program in the repository's folder, and waits for its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to ours
 * @param {(text: string) => void} [hear] what it prints, as it comes; without: it prints as we do
 * @returns {Promise<number>} its exit code; 1 if it could not be started, 128 + n when signal n ended it
 */
export function run(command, args, env = {}, hear = undefined) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: hear ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text) => hear?.(text));
    }
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, forward);
    /** @param {number} code */
    const finish = (code) => {
      for (const signal of SIGNALS) process.off(signal, forward);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(1);
    });
    // With all that it printed: 'exit' may come before the last of it.
    child.on('close', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/**
 * The path of a package's program, to be run with this very Node: no shell, no npx, no network.
 *
 * @param {string} path below node_modules, e.g. 'vite/bin/vite.js'
 */
export const program = (path) => join(root, 'node_modules', path);

/**
 * `run` for a package's program.
 *
 * @param {string} path below node_modules
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(text: string) => void} [hear]
 */
export const runProgram = (path, args, env, hear) =>
  run(process.execPath, [program(path), ...args], env, hear);
