/** The document's own scripts as small as the rest of the build: Vite copies what lies in public/ as it is. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, type Plugin } from 'vite';
import { EARLY_SCRIPTS } from '../../contract/early-scripts.ts';

/** @throws what in a script can't be read */
export const smallScripts = (): Plugin => ({
  name: 'small-scripts',
  apply: 'build',
  writeBundle({ dir }) {
    for (const name of EARLY_SCRIPTS) {
      const file = join(dir ?? '', name);
      const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join(', ')}`);
      writeFileSync(file, code);
    }
  },
});
