/** A draft's files on their way to a message that the server keeps; and the draft without what it kept. */
import type { WorkFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import { ApiError } from '../../../api/api-error.ts';
import { uploadTo } from '../../../api/call.ts';
import { hub } from '../../../hub/hooks.ts';

/** Takes them to the server, each once under its own key. @returns their ids there. @throws ApiError, also where one is no longer here */
export async function uploadDraft(botId: number, files: readonly WorkFile[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { id, name, type } of files) {
    const blob = await hub().fileOf(id);
    if (!blob) throw new ApiError(422, 'rule', `«${name}» ya no está en este navegador. Adjúntalo de nuevo.`);
    ids.push((await uploadTo(botId, id, new File([blob], name, { type }))).id);
  }
  return ids;
}

/** The reply's draft without these files and without options: a message has them now. */
export async function emptyDraft(
  { id, bot_id }: { id: string; bot_id: number },
  files: readonly WorkFile[],
  offers: boolean,
): Promise<void> {
  for (const file of files) await hub().detach(id, bot_id, 'reply', file.id);
  if (offers) await hub().offer(id, bot_id, 'reply', { buttons: [], links: [] });
}
