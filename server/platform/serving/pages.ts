/** The built client with its fallback for page addresses, the widget, and the client's start settings. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientConfig } from '../../../contract/calls/platform.ts';
import { NO_PAGES } from '../../../contract/page-addresses.ts';
import type { App } from '../app.ts';
import { dashboardPolicy } from '../http/content-policy.ts';
import { Refused } from '../http/refused.ts';
import { registerPublic } from '../http/route.ts';
import { ROOT } from '../root.ts';
import { KeptFiles } from './kept-files.ts';
import { pageDocuments } from './page-document.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Every file below a folder but its compressed twins, with forward slashes; none when the folder is missing. */
function filesBelow(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')),
  );
}

/** Whether a browser asks for a page, not for a script, a picture or data. */
function isNavigation(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

export interface PagesOptions {
  /** Whether the database holds the demo data. */
  demo: () => boolean;
  /** Whether the installation works for internal accounts alone. */
  maintenance: () => Promise<boolean>;
  /** Default: dist/client and dist/widget. */
  clientFolder?: string | undefined;
  widgetFolder?: string | undefined;
}

/** Adds the routes of pages and their files. */
export async function registerPages(app: App, options: PagesOptions): Promise<void> {
  const client = options.clientFolder ?? join(ROOT, 'dist/client');
  const widget = options.widgetFolder ?? join(ROOT, 'dist/widget');
  const button = join(ROOT, 'dist/whatsapp-button');
  const carts = join(ROOT, 'dist/carts');
  const files = filesBelow(client);
  const policy = dashboardPolicy(app.config);
  await app.http.fastify.register(fastifyStatic, { root: client, serve: false, cacheControl: false });

  const index = files.has('index.html') ? readFileSync(join(client, 'index.html'), 'utf8') : null;
  const documents = index === null ? null : pageDocuments(client, index);
  const settings = (): ClientConfig => ({
    product: app.config.product,
    demo: options.demo(),
    staff_conversations_url: app.config.staffConversationsUrl,
    build: index !== null ? createHash('sha256').update(index).digest('hex').slice(0, 12) : 'dev',
  });
  registerPublic(app, 'start settings that every page needs before sign-in', {
    method: 'GET',
    url: '/client-config.json',
    async handler(_request, reply) {
      reply.header('cache-control', 'no-cache');
      return { ...settings(), maintenance: await options.maintenance() };
    },
  });

  for (const [file, folder] of [
    ['widget.js', widget],
    ['whatsapp-button.js', button],
    ['carts.js', carts],
  ] as const) {
    const kept = new KeptFiles(folder);
    registerPublic(
      app,
      'the chat, the button that leads to WhatsApp and the report of carts, for any web page',
      {
        method: 'GET',
        url: `/${file}`,
        async handler(request, reply) {
          if (!existsSync(join(folder, file))) throw new Refused('not_found');
          reply.headers({
            'access-control-allow-origin': '*',
            'cross-origin-resource-policy': 'cross-origin',
            'cache-control': 'public, max-age=300',
          });
          return kept.send(request, reply, file);
        },
      },
    );
  }

  const chat = join(ROOT, 'dist/chat');
  const proactive = join(ROOT, 'dist/proactive');
  const keptChat = new KeptFiles(chat);
  const keptProactive = new KeptFiles(proactive);
  registerPublic(app, 'the chat itself and its proactive messages, which the button of any web page brings', {
    method: 'GET',
    url: '/widget/:file',
    async handler(request, reply) {
      const { file } = request.params as { file: string };
      const [folder, kept] = file === 'proactive.js' ? [proactive, keptProactive] : [chat, keptChat];
      if (!/^(chat|proactive|part-[\w-]{1,100})\.js$/.test(file) || !existsSync(join(folder, file)))
        throw new Refused('not_found');
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        // A part is named by its content, the entry names the parts.
        'cache-control': file.startsWith('part-') ? IMMUTABLE : 'no-cache',
      });
      return kept.send(request, reply, file);
    },
  });

  const kept = new KeptFiles(client);
  const sendFile = (request: FastifyRequest, reply: FastifyReply, file: string) => {
    const version = documents?.versionOf(file) ?? null;
    const forEver =
      file.startsWith('assets/') || (version !== null && request.url.endsWith(`/${file}?${version}`));
    reply.header('cache-control', forEver ? IMMUTABLE : 'no-cache');
    if (file.endsWith('.html') || file.endsWith('.js')) reply.header('content-security-policy', policy);
    return KeptFiles.keeps(file) ? kept.send(request, reply, file) : reply.sendFile(file);
  };
  registerPublic(app, 'the built client: the same public files for everybody', {
    method: 'GET',
    url: '/*',
    async handler(request, reply) {
      const file = (request.params as { '*': string })['*'];
      const isDocument = file === '' || file === 'index.html';
      if (!isDocument && files.has(file)) return sendFile(request, reply, file);
      // The front page is a page for every caller; below it only those who ask for pages get one, the rest hear 404.
      const page = isDocument || isNavigation(request);
      if (NO_PAGES.test(file) || !documents || !page) throw new Refused('not_found');
      const { html, etag } = documents.of(file, settings());
      reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': policy, etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    },
  });
}
