/** Graph's routes for Messenger below `/:version/`, and for Instagram below `/instagram/:version/`. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { use } from '../faults.ts';
import { answer, bytesOf, jsonOf } from '../http.ts';
import type { MessagingAccount } from './account.ts';
import { messagingError } from './errors.ts';
import { attachmentFault } from './files.ts';
import type { Messaging } from './messaging.ts';

const DAY = 24 * 60 * 60_000;
const TOKEN_LIFE = 60 * DAY;

const FIELDS: Record<MessagingAccount['channel'], readonly string[]> = {
  messenger: [
    'messages',
    'messaging_postbacks',
    'message_deliveries',
    'message_reads',
    'message_echoes',
    'message_reactions',
    'messaging_referrals',
    'message_edits',
    'standby',
  ],
  instagram: [
    'messages',
    'messaging_postbacks',
    'messaging_seen',
    'message_reactions',
    'messaging_referral',
    'message_edit',
  ],
};

function refuse(
  response: ServerResponse,
  name: number,
  details?: string,
  headers: Record<string, string> = {},
): boolean {
  const { status, body } = messagingError(name, details);
  answer(response, status, body, headers);
  return true;
}

/** @returns whether the request was one of theirs */
export async function serveMessaging(
  messaging: Messaging,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  if (url.pathname.startsWith('/cdn/')) return serveFile(messaging, url, response);
  const instagram = url.pathname.startsWith('/instagram/');
  const path = url.pathname.split('/').slice(instagram ? 2 : 1);
  const versioned = /^v\d+\.\d+$/.test(path[0] ?? '');
  if (versioned) path.shift();
  const { memory, faults } = messaging;
  const token =
    /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? url.searchParams.get('access_token');
  const own = memory.accounts.find(
    (one) => one.accessToken === token && (one.channel === 'instagram') === instagram,
  );
  // Below the version WhatsApp's Graph answers everybody else.
  if (!instagram && (!versioned || !own)) return false;
  memory.calls.push(`${request.method} /${path.join('/')}`);
  if (use(faults, 'broken')) return refuse(response, 2);
  if (use(faults, 'tooMany'))
    return refuse(response, 613, undefined, { 'retry-after': String(faults.retryAfter) });
  if (faults.deadToken || !own) return refuse(response, 190);
  if (own.channel === 'instagram' && messaging.now() - own.tokenAt > TOKEN_LIFE) return refuse(response, 190);
  if (path[0] === 'refresh_access_token' && instagram) return refresh(messaging, own, url, response);
  return serveAccount(messaging, own, path, request, response, url);
}

async function serveAccount(
  messaging: Messaging,
  account: MessagingAccount,
  path: string[],
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const [id = '', edge = ''] = path;
  const mine = id === 'me' || id === account.id || id === account.hookId;
  if (request.method === 'GET' && edge === '')
    return mine ? facts(account, url, response) : profile(messaging, id, response);
  if (!mine) return refuse(response, 100, `Object with ID '${id}' does not exist`);
  switch (edge) {
    case 'subscribed_apps':
      return subscribe(account, request, response, url);
    case 'messages':
      return send(messaging, account, await jsonOf(request), response);
    case 'message_attachments':
      return account.channel === 'messenger'
        ? upload(messaging, account, request, response)
        : refuse(response, 100, 'Unsupported post request');
    default:
      return refuse(response, 100, 'Unsupported request');
  }
}

function facts(account: MessagingAccount, url: URL, response: ServerResponse): boolean {
  const { id, hookId, name, username, channel, linkedInstagram } = account;
  if (channel === 'instagram') answer(response, 200, { id, user_id: hookId, username, name });
  else if (url.searchParams.get('fields')?.startsWith('instagram_business_account'))
    answer(response, 200, {
      id,
      ...(linkedInstagram ? { instagram_business_account: linkedInstagram } : {}),
    });
  else answer(response, 200, { id, name });
  return true;
}

function profile(messaging: Messaging, id: string, response: ServerResponse): boolean {
  const person = messaging.memory.people.get(id);
  if (!person) return refuse(response, 100, `Object with ID '${id}' does not exist`);
  if (person.hidden) return refuse(response, 230);
  const [first_name, ...rest] = person.name.split(' ');
  answer(response, 200, {
    id,
    name: person.name,
    first_name,
    last_name: rest.join(' '),
    ...(person.username ? { username: person.username } : {}),
    ...(person.picture ? { profile_pic: person.picture } : {}),
  });
  return true;
}

function subscribe(
  account: MessagingAccount,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): boolean {
  if (request.method !== 'POST') {
    answer(response, 200, {
      data: account.fields.length > 0 ? [{ id: 'playground', subscribed_fields: account.fields }] : [],
    });
    return true;
  }
  const wanted = (url.searchParams.get('subscribed_fields') ?? '').split(',').filter((one) => one !== '');
  const wrong = wanted.find((one) => !FIELDS[account.channel].includes(one));
  if (wanted.length === 0 || wrong !== undefined)
    return refuse(
      response,
      100,
      `Param subscribed_fields must be one of {${FIELDS[account.channel].join(', ')}}`,
    );
  account.fields = wanted;
  answer(response, 200, { success: true });
  return true;
}

async function send(
  messaging: Messaging,
  account: MessagingAccount,
  body: Record<string, unknown>,
  response: ServerResponse,
): Promise<boolean> {
  const to = String((body.recipient as { id?: unknown } | undefined)?.id ?? '');
  if (typeof body.sender_action === 'string') {
    messaging.memory.marks.push(body);
    answer(response, 200, { recipient_id: to });
    return true;
  }
  if (use(messaging.faults, 'lostRequests')) {
    response.destroy();
    return true;
  }
  const refused = messaging.refusal(account, to, body) ?? (await fetchFault(account, body));
  if (refused) return refuse(response, refused.name, refused.details);
  const message_id = messaging.take(account, to, body);
  if (use(messaging.faults, 'lostAnswers')) response.destroy();
  else answer(response, 200, { recipient_id: to, message_id });
  return true;
}

/** What is sent by its address is fetched at once, as Meta does. */
async function fetchFault(
  { channel }: MessagingAccount,
  body: Record<string, unknown>,
): Promise<{ name: number; details: string } | null> {
  const { attachment } = (body.message ?? {}) as {
    attachment?: { type?: string; payload?: { url?: string } };
  };
  const url = attachment?.payload?.url;
  if (url === undefined) return null;
  const response = await fetch(url).catch(() => null);
  const size = response?.status === 200 ? (await response.arrayBuffer()).byteLength : 0;
  const type = response?.headers.get('content-type') ?? '';
  const details = attachmentFault(channel, attachment?.type ?? '', { type, size });
  return details === null ? null : { name: 100, details };
}

async function upload(
  messaging: Messaging,
  { channel }: MessagingAccount,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const form = await new Response(new Uint8Array(await bytesOf(request)), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  }).formData();
  const file = form.get('filedata');
  const { attachment } = JSON.parse(String(form.get('message'))) as { attachment?: { type?: string } };
  const fault =
    file instanceof Blob
      ? attachmentFault(channel, attachment?.type ?? '', file)
      : 'Upload attachment failure';
  if (!(file instanceof Blob) || fault !== null) return refuse(response, 100, fault ?? undefined);
  const attachment_id = String(BigInt(`0x${randomBytes(6).toString('hex')}`));
  messaging.memory.attachments.set(attachment_id, { type: file.type, size: file.size });
  answer(response, 200, { attachment_id });
  return true;
}

/** A token of 24 h at least becomes one for 60 more days. */
function refresh(
  messaging: Messaging,
  account: MessagingAccount,
  url: URL,
  response: ServerResponse,
): boolean {
  if (url.searchParams.get('grant_type') !== 'ig_refresh_token') return refuse(response, 100, 'grant_type');
  if (messaging.now() - account.tokenAt < DAY)
    return refuse(response, 100, 'The access token must be at least 24 hours old');
  account.accessToken = `${account.accessToken.replace(/\.\d+$/, '')}.${messaging.now()}`;
  account.tokenAt = messaging.now();
  answer(response, 200, {
    access_token: account.accessToken,
    token_type: 'bearer',
    expires_in: TOKEN_LIFE / 1000,
  });
  return true;
}

function serveFile(messaging: Messaging, url: URL, response: ServerResponse): boolean {
  const file = messaging.memory.files.get(url.pathname.slice('/cdn/'.length));
  if (!file || file.until <= messaging.now()) {
    response.writeHead(403).end('URL signature expired');
    return true;
  }
  response.writeHead(200, { 'content-type': file.type, 'content-length': String(file.bytes.length) });
  response.end(file.bytes);
  return true;
}
