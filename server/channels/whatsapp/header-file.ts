/**
 * The example of a header that is a file, taken to the provider by an upload that can be resumed: a session of the app,
 * the bytes, and a handle that stands in the header's example.
 */
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { type HeaderFileFormat, headerFileFault } from '../../../contract/rules/template-files.ts';
import { type ConnectionRow, openCredentials } from '../../connections/connection-row.ts';
import type { App } from '../../platform/app.ts';
import type { FormFile } from '../../platform/http/form.ts';
import { Refused } from '../../platform/http/refused.ts';
import { discard, receive } from '../../platform/uploads/upload-store.ts';
import { Graph, GraphFault } from '../graph.ts';

/** An upload whose connection ended goes on from where the provider has it, so often. */
const TRIES = 3;

const tokenFacts = z.looseObject({ data: z.looseObject({ app_id: z.coerce.string() }) });
const session = z.looseObject({ id: z.string().check(z.startsWith('upload:')) });
const progress = z.looseObject({ file_offset: z.coerce.number() });
const done = z.looseObject({ h: z.string() });

/** What a file is by its bytes, and those. Throws rule for what the header can't hold. */
export async function readHeaderFile(
  app: App,
  format: HeaderFileFormat,
  file: FormFile,
): Promise<{ bytes: Buffer; type: string; name: string }> {
  const arrived = await receive(app, Readable.from([file.content]), file.name, () => false);
  try {
    const message = headerFileFault(format, arrived);
    if (message !== null) throw new Refused('rule', { message, details: { field: 'file' } });
    return { bytes: await readFile(arrived.path), type: arrived.type, name: arrived.name };
  } finally {
    await discard(arrived);
  }
}

/** Uploads it with the connection's app. @returns the handle. Throws GraphFault. */
export async function uploadHeader(
  app: App,
  connection: ConnectionRow,
  { bytes, type, name }: { bytes: Buffer; type: string; name: string },
): Promise<string> {
  const { access_token = '' } = openCredentials(app, connection);
  const graph = new Graph(app, access_token);
  const { data } = tokenFacts.parse(
    await graph.call('/debug_token', { query: { input_token: access_token } }),
  );
  const { id } = session.parse(
    await graph.call(`/${encodeURIComponent(data.app_id)}/uploads`, {
      method: 'POST',
      query: { file_name: name, file_length: String(bytes.length), file_type: type },
    }),
  );
  let offset = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      const raw = { type: 'application/octet-stream', bytes: bytes.subarray(offset), offset };
      return done.parse(await graph.call(`/${id}`, { method: 'POST', raw })).h;
    } catch (error) {
      if (!(error instanceof GraphFault) || error.code !== null || tries >= TRIES) throw error;
      offset = Math.min(progress.parse(await graph.call(`/${id}`)).file_offset, bytes.length);
    }
  }
}
