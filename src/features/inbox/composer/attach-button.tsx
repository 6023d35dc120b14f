/** Files beside the draft, chosen from this machine. */
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useRef } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { ATTACHMENT_ACCEPT } from '../../../../contract/rules/attachments.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { FileInput } from '../../../ui/file-input.tsx';
import { attachFiles } from './attach.ts';
import { ToolButton } from './tool-button.tsx';

export function AttachButton({ card, mode }: { card: Conversation; mode: DraftMode }) {
  const files = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={files}
        label="Archivos para adjuntar"
        accept={ATTACHMENT_ACCEPT}
        multiple
        onFiles={(chosen) => void attachFiles(card, mode, chosen)}
      />
      <ToolButton label="Adjuntar archivos" Icon={IconPaperclip} onClick={() => files.current?.click()} />
    </>
  );
}
