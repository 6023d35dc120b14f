/** Products of a bot's shops: the list, and reading them again ('Sincronizar productos'). */
import * as z from 'zod/mini';
import { PRODUCT_AVAILABILITY, product, productSync } from '../entities/product.ts';
import { LIMITS } from '../limits.ts';
import { numericId, shortText, textId } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ofBot = { kind: 'bot', in: 'query', name: 'bot_id', module: 'crm', permission: 'read' } as const;

export const productCalls = {
  /** By title; of a search the best first. Letter case, accents and a wrong letter do not matter to it. */
  listProducts: defineCall({
    service: 'main',
    method: 'GET',
    path: '/products',
    access: ofBot,
    query: z.object({
      bot_id: idParam,
      search: z.optional(shortText(LIMITS.searchText)),
      availability: z.optional(z.enum(PRODUCT_AVAILABILITY)),
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(100_000))),
    }),
    answer: z.object({ products: z.array(product), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /**
   * Begins a reading of all the bot's shops. Refused in this order: 403 to agents, 422 without a shop, 422 for a name
   * that none of the shops has, 409 when the bot's day has had one.
   */
  chargeProducts: defineCall({
    service: 'loader',
    method: 'POST',
    path: '/charge_products_trigger',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'crm', permission: 'read' },
    body: z.object({ bot_id: numericId, name: shortText(60) }),
    answer: productSync,
  }),
  /** The last readings, the newest first. */
  productSyncs: defineCall({
    service: 'loader',
    method: 'GET',
    path: '/product_syncs',
    access: ofBot,
    query: z.object({ bot_id: idParam }),
    answer: z.array(productSync),
  }),
  /** Somebody confirms that what the last reading of a shop did not find is gone. */
  confirmGone: defineCall({
    service: 'loader',
    method: 'POST',
    path: '/product_syncs/{id}/confirm',
    access: {
      kind: 'entity',
      entity: 'product_sync',
      in: 'params',
      name: 'id',
      module: 'crm',
      permission: 'delete',
    },
    params: z.object({ id: textId }),
    answer: productSync,
  }),
};
