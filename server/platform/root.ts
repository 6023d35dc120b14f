/** Where the repository (or the installed package) lies: the nearest folder above this file with a package.json. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('No package.json above the server');
  return find(above);
}

export const ROOT = find(dirname(fileURLToPath(import.meta.url)));
