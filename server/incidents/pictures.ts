/** Pictures of incidents: decoded and encoded again, so that nothing hidden in the file survives; at signed addresses. */
import { fileTypeFromBuffer } from 'file-type';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { UPLOAD_POLICY } from '../platform/http/content-policy.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerPublic } from '../platform/http/route.ts';
import { isSigned } from '../platform/signed-address.ts';

const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Enough to read a screen by. */
const SIDE = 1_600;
const MOST_PIXELS = 50_000_000;

/** A WebP of what was sent. Throws unsupported_type for what is no picture. */
export async function readPicture(file: Buffer): Promise<Buffer> {
  const refused = () =>
    new Refused('unsupported_type', { message: 'La imagen debe ser JPG, PNG, WebP o GIF, y estar entera.' });
  const kind = await fileTypeFromBuffer(file);
  if (!kind || !TAKEN.has(kind.mime)) throw refused();
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Error) throw refused();
    throw error;
  }
}

/** Mounts the addresses of pictures. */
export function registerIncidentPictures(app: App): void {
  registerPublic(
    app,
    'the address is signed and ends after ten minutes; it was given to somebody who may see it',
    {
      method: 'GET',
      url: '/incident-pictures/:id',
      async handler(request, reply) {
        const { id } = request.params as { id: string };
        if (!isSigned(app, 'incident-pictures', id, request.query, app.clock.now()))
          throw new Refused('not_found');
        const [row] = await app.db.query<{ content: Buffer }>(
          sql`select content from incident_pictures where id = ${id}`,
        );
        if (!row) throw new Refused('not_found');
        return reply
          .headers({
            'content-type': 'image/webp',
            'content-security-policy': UPLOAD_POLICY,
            'x-content-type-options': 'nosniff',
            'cache-control': 'private, max-age=600',
          })
          .send(row.content);
      },
    },
  );
}
