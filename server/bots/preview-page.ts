/**
 * `/preview_bot/{bot_id}?token=&web=`: a public page that shows the chat beside the customer's own site
 * (docs/product.md §2; docs/protocol.md 'The visitor'). The site is framed without access to anything of ours.
 */
import { randomBytes } from 'node:crypto';
import { type ChatLanguage, type ChatLanguageChoice, languageOf } from '../../contract/chat-language.ts';
import { parsedUrl } from '../../contract/parsed-url.ts';
import type { App } from '../platform/app.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import { websocketOf } from '../platform/http/content-policy.ts';
import { registerPublic } from '../platform/http/route.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** The address to frame, or null when it is absent or no web address. */
export function framedSite(web: unknown): string | null {
  if (typeof web !== 'string' || web.length > 2000) return null;
  const address = /^[a-z]+:/i.test(web) ? web : `https://${web}`;
  const url = parsedUrl(address);
  if (!url) return null;
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

/** What the page may load: our script and socket; of the framed site, nothing but its frame. */
export function previewPolicy(nonce: string, publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self' ${websocketOf(publicUrl)}`,
    "img-src 'self' data: https:",
    "media-src 'self'",
    'frame-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; background: light-dark(#f6f7f7, #101315); color: light-dark(#1b1f23, #eceff1); }
  main { position: fixed; inset: 0 min(420px, 100vw) 0 0; display: grid; place-items: center; }
  main p { max-width: 26rem; padding: 2rem; text-align: center; }
  main:has(> div) { display: grid; inset: 0; place-items: start stretch; }
  main > div { display: grid; gap: 14px; padding: 28px; }
  main b, main i { height: 12px; border-radius: 6px; background: light-dark(#e6e8e8, #1c2124); }
  main b { width: 45%; height: 26px; margin-top: 16px; }
  iframe { width: 100%; height: 100%; border: 0; background: #fff; }
  @media (max-width: 700px) { main:not(:has(> div)) { display: none; } }
`;

/** @param input already checked: only text that is escaped here reaches the page */
export function previewHtml(input: {
  botId: number;
  token: string;
  site: string | null;
  name: string;
  nonce: string;
  /** What the page around the frame tells it: how the chat or the WhatsApp button looks on a site, or the chat alone. */
  shown?: 'look' | 'chat' | 'whatsapp' | null;
  /** Which language its owner has chosen for the chat; absent: the page's. */
  language?: ChatLanguage | undefined;
}): string {
  const name = escapeHtml(input.name);
  const [script, mode] =
    input.shown === 'whatsapp' ? ['/whatsapp-button.js', 'look'] : ['/widget.js', input.shown ?? 'preview'];
  const stage = input.shown
    ? '<div aria-hidden="true"><b></b><i></i><i></i><i></i><b></b><i></i><i></i></div>'
    : input.site
      ? `<iframe src="${escapeHtml(input.site)}" title="Sitio web" sandbox="allow-scripts allow-forms" referrerpolicy="no-referrer"></iframe>`
      : `<p>Así verán tus clientes el chat. Agrega <code>&amp;web=tusitio.cl</code> a la dirección para verlo junto a tu sitio.</p>`;
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Vista previa · ${name}</title>
<link rel="icon" href="/favicon.svg">
<style nonce="${input.nonce}">${STYLE}</style>
</head>
<body>
<main>${stage}</main>
<script async src="${script}" data-bot="${input.botId}" data-token="${escapeHtml(input.token)}" data-mode="${mode}"${input.language ? ` data-lang="${input.language}"` : ''}></script>
</body>
</html>
`;
}

/** Which language its owner has chosen for the chat; undefined: the page's own, or there is no such bot. */
async function chosenLanguage(db: Queryable, botId: number): Promise<ChatLanguage | undefined> {
  const [bot] = await db.query<{ language: ChatLanguageChoice }>(sql`
    select chat_language as language from bots where id = ${botId}`);
  return languageOf(bot?.language);
}

/** Mounts the page. The bot's token is checked where it opens something: at the visitor's socket. */
export function registerPreviewPage(app: App): void {
  registerPublic(
    app,
    'the public preview; it holds nothing of the bot but its language, and the visitor socket checks the bot token',
    {
      method: 'GET',
      url: '/preview_bot/:botId',
      async handler(request, reply) {
        const { botId } = request.params as { botId: string };
        const { token, web, look } = request.query as { token?: unknown; web?: unknown; look?: unknown };
        const nonce = randomBytes(16).toString('base64');
        const id = /^\d{1,9}$/.test(botId) ? Number(botId) : 0;
        const shown = look === 'chat' || look === 'whatsapp' ? look : look === '1' ? 'look' : null;
        const language = shown === null ? await chosenLanguage(app.db, id) : undefined;
        return reply
          .header('content-security-policy', previewPolicy(nonce, app.config.publicUrl))
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(
            previewHtml({
              botId: id,
              token: typeof token === 'string' ? token.slice(0, 200) : '',
              site: framedSite(web),
              name: app.config.product.name,
              nonce,
              shown,
              language,
            }),
          );
      },
    },
  );
}
