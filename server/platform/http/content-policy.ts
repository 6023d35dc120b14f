/** Content-Security-Policy by kind of answer. No page allows inline scripts. */
import { VIDEO_ORIGINS } from '../../../contract/entities/tutorial-page.ts';
import type { Config } from '../config.ts';

type Directives = Record<string, string[]>;

function text(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Data, errors: nothing may be loaded or framed from them. */
export const DATA_POLICY = text({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });

/** An uploaded file opened by its address: an origin of its own, without scripts. */
export const UPLOAD_POLICY = text({
  'default-src': ["'none'"],
  'img-src': ["'self'"],
  'media-src': ["'self'"],
  'style-src': ["'unsafe-inline'"],
  sandbox: [],
});

/** Older browsers don't count websockets of the same host as 'self'. */
export const websocketOf = (publicUrl: string) => new URL(publicUrl).origin.replace(/^http/, 'ws');

/** The dashboard. Mantine writes its variables into style elements; scripts are files of our own. */
export function dashboardPolicy(config: Pick<Config, 'publicUrl' | 'staffConversationsUrl'>): string {
  const staff = config.staffConversationsUrl ? [new URL(config.staffConversationsUrl).origin] : [];
  return text({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    // Photos of people and bots may live elsewhere.
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", websocketOf(config.publicUrl), ...staff],
    'worker-src': ["'self'"],
    // The chat's preview; tutorial videos.
    'frame-src': ["'self'", ...VIDEO_ORIGINS],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
}
