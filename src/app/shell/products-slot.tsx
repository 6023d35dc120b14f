/** Holds the place of the product bar; its part loads when products do. */

import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useTopic } from '../../hub/hooks.ts';

const ProductsBar = lazyPart(() => import('./products-bar.tsx'));

export function ProductsSlot() {
  const botId = usePlace().place.bot.id;
  const upload = useTopic({ kind: 'products', botId });
  if (!upload || upload.state === 'idle') return null;
  return <ProductsBar botId={botId} upload={upload} />;
}
