/** Calls whose body is a form (multipart/form-data), with at most one file; JSON with the same keys is taken too. */
import type { FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/calls/call.ts';
import { Refused } from './refused.ts';

/** A file of a form, whole in memory: photos, not attachments. */
export interface FormFile {
  name: string;
  content: Buffer;
}

const files = new WeakMap<FastifyRequest, FormFile>();

/** The file that came with the call, if one did. */
export function formFile(request: FastifyRequest): FormFile | null {
  return files.get(request) ?? null;
}

/** More than any form of ours has; each at most this long (a JSON body has its own limit). */
const FIELDS = 20;
const FIELD_BYTES = 4_000;

/**
 * The fields as an object of texts. Throws `Refused`: too_large, bad_request (a field twice, a file that the call
 * does not take), unsupported_type (neither a form nor JSON).
 */
export async function readForm(request: FastifyRequest, form: NonNullable<Call['form']>): Promise<unknown> {
  if (!request.isMultipart()) return request.body ?? {};
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  const parts = request.parts({
    limits: {
      fields: FIELDS,
      fieldSize: FIELD_BYTES,
      files: 1,
      parts: FIELDS + 1,
      ...(form.maxBytes ? { fileSize: form.maxBytes } : {}),
    },
  });
  for await (const part of parts) {
    if (part.type === 'file') {
      if (part.fieldname !== form.file) throw new Refused('bad_request');
      const chunks: Buffer[] = [];
      for await (const chunk of part.file) chunks.push(chunk as Buffer);
      if (part.file.truncated) throw new Refused('too_large');
      const content = Buffer.concat(chunks);
      // An empty file input sends an empty file without a name.
      if (content.length > 0) files.set(request, { name: part.filename, content });
    } else {
      if (part.fieldname in fields || part.valueTruncated || typeof part.value !== 'string') {
        throw new Refused('bad_request');
      }
      fields[part.fieldname] = part.value;
    }
  }
  return { ...fields };
}
