/** Graph's routes for WhatsApp below `/:version/`, as reference and providers describe them. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { use } from '../faults.ts';
import { answer, bytesOf, jsonOf } from '../http.ts';
import { graphError } from './errors.ts';
import { uploadFault } from './media.ts';
import type { Template } from './templates.ts';
import { createFault } from './templates.ts';
import { APP_ID, beginUpload, goOnUploading, headerFault } from './uploads.ts';
import type { WhatsApp } from './whatsapp.ts';

/** What Graph gives a page at most; small, so that nobody reads the first one only. */
const PAGE = 2;
const ADDRESS_LIFE = 5 * 60_000;

function refuse(
  response: ServerResponse,
  code: number,
  details?: string,
  headers: Record<string, string> = {},
): ServerResponse {
  const { status, body } = graphError(code, details);
  return answer(response, status, body, headers);
}

/** @returns whether the request was one of Graph's */
export async function serveGraph(
  whatsapp: WhatsApp,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const [, version, ...path] = url.pathname.split('/');
  if (!/^v\d+\.\d+$/.test(version ?? '')) return false;
  const { memory, faults } = whatsapp;
  const method = request.method ?? 'GET';
  memory.calls.push(`${method} /${path.join('/')}`);
  const token =
    /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ??
    url.searchParams.get('access_token');
  if (use(faults, 'broken')) {
    refuse(response, 131016);
    return true;
  }
  if (use(faults, 'tooMany')) {
    refuse(response, 130429, undefined, { 'retry-after': String(faults.retryAfter) });
    return true;
  }
  const known = memory.numbers.filter(({ accessToken }) => accessToken === token);
  if (faults.deadToken || known.length === 0) {
    refuse(response, 190);
    return true;
  }
  const [id = '', edge = ''] = path;
  const number = known.find(({ phoneNumberId }) => phoneNumberId === id);
  if (number && edge === '' && method === 'GET') {
    answer(response, 200, {
      id,
      display_phone_number: number.displayNumber,
      verified_name: number.verifiedName,
      quality_rating: 'GREEN',
      messaging_limit_tier: 'TIER_1K',
      code_verification_status: 'VERIFIED',
      name_status: 'APPROVED',
      throughput: { level: 'STANDARD' },
      account_mode: 'LIVE',
    });
  } else if (number && edge === 'messages' && method === 'POST') {
    const body = await jsonOf(request);
    if (use(faults, 'lostRequests')) response.destroy();
    else send(whatsapp, number.phoneNumberId, body, response);
  } else if (number && edge === 'media' && method === 'POST') {
    await upload(whatsapp, request, response);
  } else if (known.some(({ businessAccountId }) => businessAccountId === id) && edge !== '') {
    await account(whatsapp, { waba: id, edge, url }, request, response);
  } else if (id === 'debug_token') {
    answer(response, 200, { data: { app_id: APP_ID, type: 'SYSTEM_USER', is_valid: true, expires_at: 0 } });
  } else if (id === APP_ID && edge === 'uploads' && method === 'POST') {
    const fault = beginUpload(whatsapp, url.searchParams, response);
    if (fault !== null) refuse(response, 100, fault);
  } else if (id.startsWith('upload:')) {
    const fault = await goOnUploading(whatsapp, id, request, response);
    if (fault !== null) refuse(response, 100, fault);
  } else if (id === 'download') {
    download(whatsapp, edge, response);
  } else if (edge === '' && memory.media.has(id)) {
    if (method === 'DELETE') {
      memory.media.delete(id);
      answer(response, 200, { success: true });
    } else mediaFacts(whatsapp, version ?? '', id, request, response);
  } else
    await oneTemplate(
      whatsapp,
      known.map((one) => one.businessAccountId),
      id,
      method,
      request,
      response,
    );
  return true;
}

function send(
  whatsapp: WhatsApp,
  phoneNumberId: string,
  body: Record<string, unknown>,
  response: ServerResponse,
): ServerResponse {
  if (body.status === 'read') whatsapp.memory.marks.push(body);
  if (body.status === 'read') return answer(response, 200, { success: true });
  const to = String(body.to ?? body.recipient ?? '').replace(/^\+/, '');
  const refused = whatsapp.refusal(phoneNumberId, to, body);
  if (refused) return refuse(response, refused.code, refused.details);
  const id = whatsapp.take(phoneNumberId, to, body);
  if (use(whatsapp.faults, 'lostAnswers')) {
    return response.destroy();
  }
  return answer(response, 200, {
    messaging_product: 'whatsapp',
    contacts: [{ input: String(body.to ?? body.recipient), wa_id: to }],
    messages: [{ id, message_status: 'accepted' }],
  });
}

async function upload(
  whatsapp: WhatsApp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  const bytes = await bytesOf(request);
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('file');
  if (!(file instanceof Blob) || form.get('messaging_product') !== 'whatsapp')
    return refuse(response, 131008);
  const type = String(form.get('type') ?? file.type);
  const fault = uploadFault({ type, size: file.size });
  if (fault !== null) return refuse(response, 100, fault);
  const id = whatsapp.addMedia(Buffer.from(await file.arrayBuffer()), type);
  return answer(response, 200, { id });
}

function mediaFacts(
  whatsapp: WhatsApp,
  version: string,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): ServerResponse {
  const media = whatsapp.memory.media.get(id);
  if (!media) return refuse(response, 100);
  const key = randomBytes(12).toString('hex');
  whatsapp.memory.addresses.set(key, { mediaId: id, until: whatsapp.now() + ADDRESS_LIFE });
  return answer(response, 200, {
    id,
    url: `http://${request.headers.host}/${version}/download/${key}`,
    mime_type: media.type,
    sha256: media.sha256,
    file_size: media.bytes.length,
    messaging_product: 'whatsapp',
  });
}

function download(whatsapp: WhatsApp, key: string, response: ServerResponse): void {
  const address = whatsapp.memory.addresses.get(key);
  const media =
    address && address.until > whatsapp.now() ? whatsapp.memory.media.get(address.mediaId) : undefined;
  if (!media) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': media.type, 'content-length': String(media.bytes.length) });
  response.end(media.bytes);
}

async function account(
  whatsapp: WhatsApp,
  { waba, edge, url }: { waba: string; edge: string; url: URL },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  const { memory } = whatsapp;
  const { method } = request;
  if (edge === 'subscribed_apps') {
    if (method === 'POST') memory.subscribed.add(waba);
    const data = memory.subscribed.has(waba) ? [{ whatsapp_business_api_data: { id: 'playground' } }] : [];
    return answer(response, 200, method === 'POST' ? { success: true } : { data });
  }
  if (edge === 'template_analytics') return analytics(whatsapp, waba, url, response);
  if (edge !== 'message_templates') return refuse(response, 100);
  const templates = whatsapp.templatesOf(waba);
  if (method === 'POST') {
    const given = (await jsonOf(request)) as Partial<Template>;
    const fault =
      createFault(given, templates) ??
      headerFault(
        given.components?.find(({ type }) => type === 'HEADER'),
        memory.handles,
      );
    if (fault !== null) return refuse(response, 100, fault);
    const template = whatsapp.addTemplate(waba, { ...given, status: 'PENDING' } as Template);
    return answer(response, 200, { id: template.id, status: 'PENDING', category: template.category });
  }
  if (method === 'DELETE') {
    const { name, hsm_id } = Object.fromEntries(url.searchParams);
    const gone = templates.filter((one) => one.name === name && (hsm_id === undefined || one.id === hsm_id));
    if (gone.length === 0) return refuse(response, 132001);
    memory.templates.set(
      waba,
      templates.filter((one) => !gone.includes(one)),
    );
    return answer(response, 200, { success: true });
  }
  const wanted = templates.filter((one) =>
    (['status', 'category', 'language', 'name'] as const).every((key) => {
      const value = url.searchParams.get(key);
      return value === null || one[key] === value;
    }),
  );
  const from = Number(url.searchParams.get('after') ?? 0);
  const size = Math.min(Number(url.searchParams.get('limit') ?? PAGE) || PAGE, PAGE);
  const end = from + size;
  const next = new URL(url);
  next.searchParams.set('after', String(end));
  next.host = request.headers.host ?? '';
  return answer(response, 200, {
    data: wanted.slice(from, end).map(shownTemplate),
    paging: {
      cursors: { before: String(from), after: String(end) },
      ...(end < wanted.length ? { next: next.toString() } : {}),
    },
  });
}

/** As Graph lists it: the example of a header that is a file is where that lies, not its handle. */
function shownTemplate(template: Template): Template {
  const components = template.components.map((one) =>
    ['IMAGE', 'VIDEO', 'DOCUMENT'].includes(one.format ?? '')
      ? { ...one, example: { header_handle: [`https://scontent.whatsapp.net/v/${template.id}`] } }
      : one,
  );
  return { ...template, components };
}

async function oneTemplate(
  whatsapp: WhatsApp,
  wabas: string[],
  id: string,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ServerResponse> {
  for (const waba of wabas) {
    const template = whatsapp.templatesOf(waba).find((one) => one.id === id);
    if (!template) continue;
    if (method === 'GET') return answer(response, 200, shownTemplate(template));
    if (method === 'POST') {
      const { components, category } = (await jsonOf(request)) as Partial<Template>;
      const fault = headerFault(
        components?.find(({ type }) => type === 'HEADER'),
        whatsapp.memory.handles,
      );
      if (fault !== null) return refuse(response, 100, fault);
      if (components) template.components = components;
      if (category) template.category = category;
      template.status = 'PENDING';
      return answer(response, 200, { success: true });
    }
  }
  return refuse(response, 100, `Unsupported ${method} request. Object with ID '${id}' does not exist`);
}

const DAY = 86_400;
/** How far back Graph tells. Days. */
const LOOK_BACK = 90;
/** Templates of one question. */
const ASKED = 10;

/** Figures of templates by the days of UTC, of what was sent from here. Refuses what Graph refuses. */
function analytics(whatsapp: WhatsApp, waba: string, url: URL, response: ServerResponse): ServerResponse {
  const asked = Object.fromEntries(url.searchParams);
  const [start, end] = [Number(asked['start']), Number(asked['end'])];
  const ids = listOf(asked['template_ids']);
  const metrics = listOf(asked['metric_types']);
  const now = Math.floor(whatsapp.now() / 1000);
  if (whatsapp.faults.noInsights)
    return refuse(response, 100, 'Template insights are not enabled for this account');
  if (asked['granularity'] !== 'DAILY') return refuse(response, 100, 'granularity must be DAILY');
  if (
    !Number.isInteger(start) ||
    !Number.isInteger(end) ||
    end <= start ||
    start < now - (LOOK_BACK + 1) * DAY
  )
    return refuse(response, 100, 'start and end must lie within the last 90 days');
  if (ids.length === 0 || ids.length > ASKED) return refuse(response, 100, 'template_ids takes 1 to 10 ids');
  const own = whatsapp.templatesOf(waba).filter(({ id }) => ids.includes(id));
  if (own.length < ids.length)
    return refuse(response, 100, 'template_ids names a template of another account');
  const numbers = whatsapp.memory.numbers.filter((one) => one.businessAccountId === waba);
  const data_points = own.flatMap(({ id, name, language }) =>
    Array.from({ length: Math.ceil((end - start) / DAY) }, (_, at) => {
      const from = Math.floor(start / DAY) * DAY + at * DAY;
      const sends = whatsapp.memory.sent.filter((one) => {
        const template = one.body['template'] as { name?: string; language?: { code?: string } } | undefined;
        const second = Math.floor(one.at / 1000);
        return (
          one.type === 'template' &&
          template?.name === name &&
          template.language?.code === language &&
          numbers.some(({ phoneNumberId }) => phoneNumberId === one.phoneNumberId) &&
          second >= from &&
          second < from + DAY
        );
      });
      const became = (status: string) => sends.filter(({ statuses }) => statuses.includes(status)).length;
      return {
        template_id: id,
        start: from,
        end: from + DAY,
        ...(metrics.includes('SENT') ? { sent: became('sent') } : {}),
        ...(metrics.includes('DELIVERED') ? { delivered: became('delivered') } : {}),
        ...(metrics.includes('READ') ? { read: became('read') } : {}),
        ...(metrics.includes('CLICKED')
          ? { clicked: [{ type: 'quick_reply_button', button_content: 'Ok', count: 0 }] }
          : {}),
      };
    }),
  );
  return answer(response, 200, { data: [{ granularity: 'DAILY', product_type: 'cloud_api', data_points }] });
}

function listOf(text: string | undefined): string[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    // Graph takes a list with commas as well.
    return (text ?? '').split(',').filter((one) => one !== '');
  }
}
