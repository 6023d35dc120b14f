/** How the walks over all calls name chatbots to install shops at; the walks' server offers no install. */
import type { DomainWalk, MakeOne } from '../testing.ts';

const itself: MakeOne = async (_server, { botId }) => botId;
const signed = { shop: 'a.myshopify.com', code: 'c', state: 's', hmac: 'h', timestamp: '1' };

export const walk: DomainWalk = {
  otherIds: {
    // One's own gets as far as an install that is not offered.
    'shopifyAccessToken body.bot_id': [itself, 422, 404, (_at, bot_id) => ({ body: { ...signed, bot_id } })],
    'jumpsellerToken body.bot_id': [
      itself,
      422,
      404,
      (_at, bot_id) => ({ body: { code: 'c', state: 's', bot_id } }),
    ],
  },
};
