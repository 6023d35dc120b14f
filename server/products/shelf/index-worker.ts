/** The thread that indexes one catalogue: it gets the products in pieces, hands over the index and ends. */
import { parentPort } from 'node:worker_threads';
import { IndexBuilder, type Indexed } from './build-index.ts';

const builder = new IndexBuilder();

parentPort?.on('message', (products: Indexed[] | null) => {
  if (products !== null) {
    for (const product of products) builder.add(product);
    return;
  }
  const data = builder.done();
  parentPort?.postMessage(data, [
    data.starts.buffer,
    data.postings.buffer,
    data.prices.buffer,
    data.available.buffer,
    data.heads.buffer,
    data.lengths.buffer,
    data.variants.buffer,
  ]);
  parentPort?.close();
});
