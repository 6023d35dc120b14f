import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './targets.mjs';

/** Signals that end us end our children first; otherwise an orphan would keep ports and files. */
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Runs a program in the repository's folder with our own output, and waits for its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] added to ours
 * @returns {Promise<number>} its exit code; 1 if it could not be started, 128 + n when signal n ended it
 */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
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
    child.on('exit', (code, signal) => finish(code ?? (signal === 'SIGINT' ? 130 : 143)));
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
 */
export const runProgram = (path, args, env) => run(process.execPath, [program(path), ...args], env);
