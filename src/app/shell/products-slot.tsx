/** Holds the place of the product bar; its part loads when products do. */

import { lazyPart } from '../../base/lazy-part.tsx';
import { usePlace } from '../../bot/place-context.ts';
import { useTopic } from '../../hub/hooks.ts';
import { useKeptUpload } from './kept-upload.ts';

const ProductsBar = lazyPart(() => import('./products-bar.tsx'));

export function ProductsSlot() {
  const { user, place } = usePlace();
  const botId = place.bot.id;
  const upload = useTopic({ kind: 'products', botId });
  useKeptUpload(user.id, botId, upload?.state);
  if (!upload || upload.state === 'idle') return null;
  return <ProductsBar botId={botId} upload={upload} />;
}
