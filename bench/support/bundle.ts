/** Code for a page or a worker, built by the product's own builder and kept in memory. */
import { build } from 'vite';

/**
 * One self-contained script.
 * @param entry absolute path of a module
 */
export async function bundle(entry: string): Promise<string> {
  // The builder sets it for its whole process: a server that is started from here afterwards would take itself for a real one.
  const before = process.env['NODE_ENV'];
  try {
    return await scriptOf(entry);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    define: {
      'import.meta.env.BUILD_ID': JSON.stringify('bench'),
      'import.meta.env.WIRE_VERSION': '1',
      // A library build leaves it to the next bundler; there is none.
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      write: false,
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name: 'bench', fileName: 'bench' },
    },
  });
  for (const output of [built].flat()) {
    if (!('output' in output)) continue;
    for (const part of output.output) if (part.type === 'chunk') return part.code;
  }
  throw new Error(`Nothing was built from ${entry}`);
}
