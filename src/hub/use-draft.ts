import { useEffect, useSyncExternalStore } from 'react';
import type { OfferedLink } from '../../contract/rules/offered-links.ts';
import type { WorkFile } from '../../workers/hub/surface/outbox-entry.ts';
import type { DraftMode } from '../../workers/hub/surface/topics.ts';
import { draftBuffer } from './draft-buffer.ts';
import { useTopic } from './hooks.ts';

const NO_FILES: readonly WorkFile[] = [];
const NO_BUTTONS: readonly string[] = [];
const NO_LINKS: readonly OfferedLink[] = [];

/**
 * A conversation's draft of one mode, shared by all tabs. `text` is what to show; `save` takes every keystroke (it
 * shows at once and travels to the hub a moment later); `send` empties the draft and queues the text durably: when
 * the hub can't be reached the text comes back and the promise rejects.
 */
export function useDraft(botId: number, conversationId: string, mode: DraftMode) {
  const told = useTopic({ kind: 'draft', conversationId, mode });
  const buffer = draftBuffer(botId, conversationId, mode);
  const local = useSyncExternalStore(buffer.subscribe, buffer.text);
  const leaving = useSyncExternalStore(buffer.subscribe, buffer.leaving);
  // Who goes to another tab to sign out is asked about the last letters, too: a hidden tab's timers may stand still.
  useEffect(() => {
    const { flush } = buffer;
    document.addEventListener('focusout', flush);
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('focusout', flush);
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [buffer]);
  return {
    files: (told?.files ?? NO_FILES).filter(({ id }) => !leaving.has(id)),
    /** Labels of the options under it. */
    buttons: told?.buttons ?? NO_BUTTONS,
    /** Buttons after them that open a page. */
    links: told?.links ?? NO_LINKS,
    text: local ?? told?.text ?? '',
    /** False until the stored draft is known: a composer waits for it before it takes the cursor. */
    known: told !== undefined || local !== null,
    save: buffer.save,
    send: buffer.send,
  };
}
