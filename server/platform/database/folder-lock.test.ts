import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('admits exactly one of many who ask at once, and the next after its release', async () => {
  for (let round = 0; round < 5; round += 1) {
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)));
    const locks = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const refused = asked.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(locks).toHaveLength(1);
    expect(refused.every((error) => error instanceof FolderInUse && error.pid === process.pid)).toBe(true);
    await locks[0]?.release();
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('knows the folder under another name', async () => {
  const real = join(folder, 'real');
  const link = join(folder, 'link');
  mkdirSync(real);
  symlinkSync(real, link);
  const lock = await lockFolder(real);
  await expect(lockFolder(link)).rejects.toBeInstanceOf(FolderInUse);
  await lock.release();
});

it('takes over what a dead process left, but not from a living one in another container', async () => {
  const path = join(folder, 'charla.lock');
  writeFileSync(path, '');
  const lock = await lockFolder(folder);
  await lock.release();
  // Another container has other abstract names; only the socket file is common.
  const other = createServer((socket) => socket.end('77'));
  await new Promise<void>((resolve) => other.listen(path, resolve));
  await expect(lockFolder(folder)).rejects.toMatchObject({ name: 'FolderInUse', pid: 77 });
  await new Promise((resolve) => other.close(resolve));
  const again = await lockFolder(folder);
  await again.release();
});

it('locks folders whose path is too long for a socket', async () => {
  const deep = join(folder, 'a'.repeat(120));
  mkdirSync(deep);
  const lock = await lockFolder(deep);
  await expect(lockFolder(deep)).rejects.toBeInstanceOf(FolderInUse);
  await lock.release();
});
