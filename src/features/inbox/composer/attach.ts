/** Files that come into the composer, by button, paste or drop: kept by the hub, or refused in words. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { KeptFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { hub } from '../../../hub/hooks.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { toast } from '../../../ui/toast.ts';

function sayRefused(message: string): void {
  toast({
    color: 'red',
    autoClose: LIMITS.notification,
    title: 'No se adjuntó',
    message,
    role: 'alert',
  });
}

/** One after the other, so that they stand in the order in which they were chosen. */
export async function attachFiles(
  card: Pick<Conversation, 'id' | 'bot_id'>,
  mode: DraftMode,
  files: readonly File[],
  /** Where the server has them already. */
  from?: KeptFile,
): Promise<void> {
  for (const file of files) {
    try {
      const result = await hub().attach({
        botId: card.bot_id,
        conversationId: card.id,
        mode,
        name: file.name,
        blob: file,
        ...(from ? { from } : {}),
      });
      if (!result.ok) sayRefused(result.message);
    } catch (error) {
      sayRefused(failureText(error));
    }
  }
}

/** What a paste brings as files; a text that some program also offers as a picture stays a text. */
export function pastedFiles(data: DataTransfer): File[] {
  return data.types.includes('text/plain') ? [] : [...data.files];
}

/** Elements that say more than their words. */
const MARKS = /<(b|strong|i|em|s|del|strike|ul|ol|blockquote|h[1-6]|pre|code|a)[\s>]|font-(weight|style):/i;

/** What a paste brings with marks, as HTML; null: its plain text says it all, or somebody asked for the plain one. */
export function markedHtml(data: DataTransfer): string | null {
  const html = data.getData('text/html');
  return data.getData('text/plain') !== '' && MARKS.test(html) ? html : null;
}
