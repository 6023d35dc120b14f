/** Another build of the same client: what a deploy puts beside the one that tabs already run. */
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));
const BUILD = /\b\d{14}-[0-9a-f]{12}\b/g;

/**
 * Copies the built client with a later build's name. Its files lie in a folder of their own name, because a browser
 * keeps the old ones for good.
 * @param folder where to; it must not exist
 * @param olderWire it speaks the version of the wire before the server's
 */
export async function otherBuild(folder: string, { olderWire = false } = {}): Promise<void> {
  await cp(CLIENT, folder, { recursive: true });
  await rename(join(folder, 'assets'), join(folder, 'later'));
  const names = [
    'index.html',
    // By it the server's documents name what they fetch ahead, the hub's worker among it.
    '.vite/manifest.json',
    ...(await readdir(join(folder, 'later')))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `later/${name}`),
  ];
  let found = 0;
  let spoken = 0;
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    const later = text
      .replaceAll(BUILD, (build) => {
        found += 1;
        return `2099${build.slice(4)}`;
      })
      .replaceAll(/\bassets\//g, 'later/')
      .replaceAll(/\bwire:(\d+)\b/g, (said, wire) => {
        spoken += 1;
        return olderWire ? `wire:${Number(wire) - 1}` : said;
      });
    if (later === text) continue;
    await writeFile(join(folder, name), later);
    // What the build had compressed is the old text.
    await rm(join(folder, `${name}.br`), { force: true });
  }
  if (found === 0) throw new Error('The build names itself nowhere');
  if (spoken === 0) throw new Error('The build says nowhere which wire it speaks');
}
