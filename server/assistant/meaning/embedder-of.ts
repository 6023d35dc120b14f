/** What the settings name as the source of meanings. */
import type { Config } from '../../platform/config.ts';
import type { Embedder } from './embedder.ts';
import { localEmbedder } from './local-embedder.ts';
import { remoteEmbedder } from './remote-embedder.ts';

/** Null: nothing. @throws StartError for a folder without a model */
export function embedderOf({
  embeddings,
  outboundTrustedOrigins,
}: Pick<Config, 'embeddings' | 'outboundTrustedOrigins'>): Embedder | null {
  if (!embeddings) return null;
  return embeddings.kind === 'local'
    ? localEmbedder(embeddings.folder)
    : remoteEmbedder(embeddings, outboundTrustedOrigins);
}
