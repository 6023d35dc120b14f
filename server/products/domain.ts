/** What a bot's shops sell: read from them, listed, searched. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import type { ProductSources } from '../shops/port.ts';
import { registerPictures } from './pictures.ts';
import { registerProducts } from './routes.ts';
import { registerSync } from './run-sync.ts';

/** @param sources how the products of each kind of shop are read */
export const products = (sources: ProductSources): Domain => ({
  name: 'products',
  calls(app: App) {
    registerProducts(app);
    registerPictures(app);
  },
  jobs: (app: App) => registerSync(app, sources),
  topics: ['products'],
  entities: { product_sync: { from: 'product_syncs e', id: 'e.id', bot: 'e.bot_id' } },
});
