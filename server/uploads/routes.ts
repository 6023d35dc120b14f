/** `POST /uploads` and the signed addresses of what was uploaded (docs/protocol.md 'Attachments'). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attachment } from '../../contract/entities/message.ts';
import { allows } from '../../contract/permissions.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import { sees } from '../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { requireActivated } from '../access/require-activated.ts';
import { authenticate } from '../accounts/authenticate.ts';
import { findIdentity } from '../inbox/visitor-identity.ts';
import { REFUSALS } from '../inbox/visitor-words/es.ts';
import { uploadFault } from '../inbox/visitor-words/words.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import { UPLOAD_POLICY } from '../platform/http/content-policy.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerPublic } from '../platform/http/route.ts';
import { workers, workFor } from '../platform/request-scope.ts';
import { isSigned } from '../platform/signed-address.ts';
import { isShownInPlace, nameOfKind } from '../platform/uploads/file-kind.ts';
import {
  type Arrived,
  discard,
  findUpload,
  keep,
  receive,
  uploadsFolder,
} from '../platform/uploads/upload-store.ts';

/** The header with which a visitor uploads, to `/uploads?bot_id=`; agents use their session. */
export const ROOM_TOKEN_HEADER = 'room-token';
const PER_MINUTE = 30;
const AT_ONCE = 4;

interface Owner {
  botId: number;
  author: string;
}

/** Mounts upload and download. */
export function registerUploads(app: App): void {
  // A browser sends a few files at once; who sends more waits for themselves.
  const arriving = new FairQueue({ places: Number.POSITIVE_INFINITY, placesOf: () => AT_ONCE });
  const perAuthor = app.sharedLimit('uploads.perAuthor', PER_MINUTE, 60);

  /** The chat lives on other people's pages; proof is a header, never a cookie. */
  const open = (reply: FastifyReply) =>
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });

  async function take(request: FastifyRequest): Promise<Attachment> {
    const who = await identify(app, request);
    await perAuthor.take(who.key);
    if (!request.isMultipart()) throw new Refused('unsupported_type');
    return arriving.run(who.key, async () => {
      const { arrived, fields } = await readParts(app, request);
      try {
        const owner = await who.ownerFor(fields);
        return await keep(app, arrived, { ...owner, key: fields.key ?? null });
      } finally {
        await discard(arrived);
      }
    });
  }

  registerPublic(app, 'lets the chat on other pages ask whether it may upload', {
    method: 'OPTIONS',
    url: '/uploads',
    async handler(_request, reply) {
      return open(reply)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': ROOM_TOKEN_HEADER,
          'access-control-max-age': '600',
        })
        .code(204)
        .send();
    },
  });

  registerPublic(app, 'checks session or room token itself: who may write in the named conversation or bot', {
    method: 'POST',
    url: '/uploads',
    config: { takesFiles: true },
    async handler(request, reply): Promise<Attachment> {
      open(reply);
      try {
        return await take(request);
      } catch (error) {
        const { [ROOM_TOKEN_HEADER]: roomToken, 'accept-language': language } = request.headers;
        throw roomToken === undefined ? error : uploadFault(error, language);
      }
    },
  });

  registerPublic(
    app,
    'the address is signed and ends after ten minutes; it was given to somebody who may see it',
    {
      method: 'GET',
      url: '/uploads/:id',
      async handler(request, reply) {
        const { id } = request.params as { id: string };
        const valid = isSigned(app, 'uploads', id, request.query, app.clock.now());
        const upload = valid ? await findUpload(app, id) : null;
        if (!upload) throw new Refused('not_found');
        const where = isShownInPlace(upload.type) ? 'inline' : 'attachment';
        open(reply).headers({
          'content-type': upload.type.startsWith('text/') ? `${upload.type}; charset=utf-8` : upload.type,
          'content-disposition': `${where}; filename*=UTF-8''${encodeURIComponent(nameOfKind(upload.name, upload.type))}`,
          'content-security-policy': UPLOAD_POLICY,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=600',
        });
        return reply.sendFile(upload.path, uploadsFolder(app), { contentType: false, cacheControl: false });
      },
    },
  );
}

interface Fields {
  conversation_id?: string;
  bot_id?: string;
  /** The uploader's own name for this file: asked twice, kept once. */
  key?: string;
}
const FIELDS: readonly string[] = ['conversation_id', 'bot_id', 'key'] satisfies (keyof Fields)[];
const isField = (name: string): name is keyof Fields => FIELDS.includes(name);

/** Reads the one file and its fields, in any order. */
async function readParts(app: App, request: FastifyRequest): Promise<{ arrived: Arrived; fields: Fields }> {
  const fields: Fields = {};
  let arrived: Arrived | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || arrived) throw new Refused('bad_request');
        arrived = await receive(app, part.file, part.filename, () => part.file.truncated);
      } else if (isField(part.fieldname) && typeof part.value === 'string') {
        fields[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    if (arrived) await discard(arrived);
    throw error;
  }
  if (!arrived) throw new Refused('bad_request', { details: { fields: { file: 'Falta el archivo.' } } });
  if (fields.key !== undefined && (fields.key.length < 8 || fields.key.length > 64)) {
    await discard(arrived);
    throw new Refused('bad_request');
  }
  return { arrived, fields };
}

async function identify(
  app: App,
  request: FastifyRequest,
): Promise<{ key: string; ownerFor(fields: Fields): Promise<Owner> }> {
  const roomToken = request.headers[ROOM_TOKEN_HEADER];
  if (typeof roomToken === 'string') {
    // In the query, not in the form: strangers are turned away before they fill the disk.
    const botId = botIdOf(request.query as Fields);
    const visitor = await findIdentity(app, botId, roomToken);
    if (!visitor) throw new Refused('unauthorized', { message: REFUSALS.gone });
    await requireActivated(app.db, botId, REFUSALS.off, 'unavailable');
    workFor(workers.visitors(botId));
    return { key: `v:${visitor.id}`, ownerFor: async () => ({ botId, author: `v:${visitor.id}` }) };
  }
  const session = await authenticate(app, request.headers);
  if (!session) throw new Refused('unauthorized');
  workFor(workers.person(session.user.id));
  return {
    key: `u:${session.user.id}`,
    async ownerFor(fields) {
      const facts = fields.conversation_id ? await findConversation(app, fields.conversation_id) : null;
      if (fields.conversation_id && !facts) throw new Refused('not_found');
      const botId = facts?.bot_id ?? botIdOf(fields);
      const link = await findLink(app.db, session.user.id, botId);
      if (!link || (facts && !sees(viewerOf(link), facts))) throw new Refused('not_found');
      // Of no conversation yet: it may be for a ticket.
      const module = !facts && allows(link.role.permissions, 'tickets', 'add') ? 'tickets' : 'live';
      if (!allows(link.role.permissions, module, 'add')) throw new Refused('forbidden');
      await requireActivated(
        app.db,
        botId,
        'Este chatbot está desactivado y no recibe archivos.',
        'unavailable',
      );
      return { botId, author: `u:${session.user.id}` };
    },
  };
}

function botIdOf(fields: Fields): number {
  const text = fields.bot_id ?? '';
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Refused('bad_request', {
    details: { fields: { bot_id: 'Falta el chatbot o la conversación.' } },
  });
}

async function findConversation(app: App, id: string): Promise<(SightFacts & { bot_id: number }) | null> {
  const [row] = await app.db.query<SightFacts & { bot_id: number }>(sql`
    select bot_id, state, category, agent_id from conversations where id = ${id}`);
  return row ?? null;
}
