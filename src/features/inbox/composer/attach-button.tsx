/** Files beside the draft, chosen from this machine. */
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useRef } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { ATTACHMENT_ACCEPT } from '../../../../contract/rules/attachments.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { attachFiles } from './attach.ts';
import { ToolButton } from './tool-button.tsx';

export function AttachButton({ card, mode }: { card: Conversation; mode: DraftMode }) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ATTACHMENT_ACCEPT}
        aria-label="Archivos para adjuntar"
        onChange={(event) => {
          void attachFiles(card, mode, [...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <ToolButton label="Adjuntar archivos" Icon={IconPaperclip} onClick={() => files.current?.click()} />
    </>
  );
}
