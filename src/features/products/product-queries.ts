/** Products and the readings of shops; changes arrive live (topic `products`). */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { productCalls } from '../../../contract/calls/products.ts';
import type { ProductSync } from '../../../contract/entities/product.ts';
import { ApiError } from '../../../workers/shared/api-error.ts';
import { call } from '../../api/call.ts';

export interface ProductSearch {
  search: string;
  availability: 'available' | 'unavailable' | '';
  page: number;
}

/** A page of what is looked for; the one before stays until it is here. */
export function useProducts(botId: number, { search, availability, page }: ProductSearch) {
  return useQuery({
    queryKey: ['products', botId, 'list', search, availability, page],
    queryFn: ({ signal }) =>
      call(productCalls.listProducts, {
        query: {
          bot_id: botId,
          page,
          ...(search === '' ? {} : { search }),
          ...(availability === '' ? {} : { availability }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The last readings, the newest first. */
export function useProductSyncs(botId: number) {
  return useQuery({
    queryKey: ['products', botId, 'syncs'],
    queryFn: ({ signal }) => call(productCalls.productSyncs, { query: { bot_id: botId }, signal }),
  });
}

/** Asks again for what the screen shows. */
export function useProductsChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['products'] });
}

const isWrongName = (error: unknown) => error instanceof ApiError && error.details?.field === 'name';

/** Begins a reading of all shops. Which name the bot's shops want is not known to who may not see them: the other one is tried. */
export async function startSync(botId: number): Promise<ProductSync> {
  const begin = (name: string) => call(productCalls.chargeProducts, { body: { bot_id: botId, name } });
  try {
    return await begin('others-charge-products');
  } catch (error) {
    if (isWrongName(error)) return begin('vtex-charge-products');
    throw error;
  }
}
