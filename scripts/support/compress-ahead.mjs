/** What is sent to every browser is compressed once, when it is built, and as well as it can be. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
/** What the server sends compressed (server/platform/serving/kept-files.ts). */
const TEXT = /\.(js|css|svg)$/;
/** Below this a file costs more to unpack than to carry, as for the answers of the server. */
const WORTH_IT = 1024;

/**
 * Puts `NAME.br` beside every script, style and drawing of a built folder that is smaller so.
 *
 * @param {string} folder absolute
 */
export async function compressAhead(folder) {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => TEXT.test(name))
      .map(async (name) => {
        const whole = await readFile(join(folder, name));
        if (whole.length < WORTH_IT) return;
        const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
        const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: whole.length };
        await writeFile(join(folder, `${name}.br`), await compress(whole, { params }));
      }),
  );
}
