/** What any site may ask of a bot before its chat is opened: by the bot's public token, from any origin. */
import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/app.ts';
import { Refused } from '../../platform/http/refused.ts';
import { registerPublic } from '../../platform/http/route.ts';
import { enterChat } from './visitor-door.ts';

/**
 * Mounts `GET /visitor/{what}/{bot}?token=`. 404 for a bot that is deactivated or gone and for another token.
 * @param why it needs no rule
 * @param answer null: 404 as well
 * @param unconfirmed also while no owner has confirmed their address
 * @param method what a site tells is a POST
 */
export function registerForSites(
  app: App,
  what: string,
  why: string,
  answer: (botId: number, request: FastifyRequest) => Promise<object | null>,
  unconfirmed = false,
  method: 'GET' | 'POST' = 'GET',
): void {
  registerPublic(app, why, {
    method,
    url: `/visitor/${what.replace('/', '/:botId/')}${what.includes('/') ? '' : '/:botId'}`,
    async handler(request, reply) {
      const { botId } = request.params as { botId: string };
      const { token } = request.query as { token?: unknown };
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
      });
      const id = /^\d{1,9}$/.test(botId) ? Number(botId) : 0;
      try {
        await enterChat(app.db, { botId: id, botToken: typeof token === 'string' ? token : '' });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (!unconfirmed || error.details?.['reason'] !== 'email_not_confirmed')
          throw new Refused('not_found');
      }
      const found = await answer(id, request);
      if (!found) throw new Refused('not_found');
      return found;
    },
  });
}
