/** What a bot's shops sell: read from them, listed, searched. */
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import type { ProductSources } from '../shops/port.ts';
import { productsDemo } from './demo/demo.ts';
import type { ProductPictures } from './pictures.ts';
import { registerProducts } from './routes.ts';
import { registerSync } from './run-sync.ts';
import type { Shelves } from './shelf/shelves.ts';

/**
 * @param sources how the products of each kind of shop are read
 * @param shelves what bots answer from
 * @param pictures what products look like
 */
export const products = (
  app: App,
  sources: ProductSources,
  { shelves, pictures }: { shelves: Shelves; pictures: ProductPictures },
): Domain => ({
  name: 'products',
  calls() {
    registerProducts(app);
    pictures.register();
  },
  jobs: () => registerSync(app, sources),
  topics: ['products'],
  demo: productsDemo(app),
  entities: { product_sync: { from: 'product_syncs e', id: 'e.id', bot: 'e.bot_id' } },
  start: () => Promise.resolve({ stop: () => Promise.resolve(shelves.stop()) }),
});
