/** The files of an answer that is being written to be kept: those it has, and new ones that go up when it is saved. */
import { Button } from '@mantine/core';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef } from 'react';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import type { Attachment, Message } from '../../../contract/entities/message.ts';
import { ATTACHMENT_ACCEPT, attachmentProblem } from '../../../contract/rules/attachments.ts';
import { call, uploadTo } from '../../api/call.ts';
import { FileInput } from '../../ui/file-input.tsx';
import plain from '../../ui/plain-button.module.css';
import { sizeText } from '../../ui/size-text.ts';
import classes from './answer-parts.module.css';
import { fileAt } from './file-at.ts';

/** Where a message has it: its address there ends, and events carry none. */
interface MessageFile {
  conversationId: string;
  messageId: string;
  id: string;
}

/** `kept`: what is written has it. `of`: a message has it. `file`: chosen here. */
export type AnswerFile = { key: string; name: string; type: string; size: number } & (
  | { kept: string }
  | { of: MessageFile }
  | { file: File }
);

export const keptFile = ({ id, name, type, size }: Attachment): AnswerFile => ({
  key: id,
  name,
  type,
  size,
  kept: id,
});
export const messageFile = (
  { _id: messageId, conversation_id: conversationId }: Pick<Message, '_id' | 'conversation_id'>,
  { id, name, type, size }: Attachment,
): AnswerFile => ({ key: crypto.randomUUID(), name, type, size, of: { conversationId, messageId, id } });

async function ofMessage({ conversationId, messageId, id }: MessageFile): Promise<File | null> {
  const query = { around: messageId, items: 1 };
  const messages = await call(conversationCalls.messages, { params: { id: conversationId }, query });
  const found = messages.find(({ _id }) => _id === messageId)?.attachments.find((file) => file.id === id);
  return found ? fileAt(found) : null;
}

/** Takes to the server what is not there yet; again, it is the same upload. @returns the ids; null for one that is gone */
export async function uploadAll(
  botId: number,
  files: readonly AnswerFile[],
): Promise<{ ids: string[]; gone: string | null }> {
  const ids: string[] = [];
  for (const one of files) {
    if ('kept' in one) ids.push(one.kept);
    else {
      const file = 'file' in one ? one.file : await ofMessage(one.of);
      if (!file) return { ids, gone: one.name };
      ids.push((await uploadTo(botId, one.key, file)).id);
    }
  }
  return { ids, gone: null };
}

interface AnswerFilesProps {
  files: readonly AnswerFile[];
  error: string | undefined;
  onChange: (files: readonly AnswerFile[], problem: string | null) => void;
}

export function AnswerFiles({ files, error, onChange }: AnswerFilesProps) {
  const field = useRef<HTMLInputElement>(null);
  const add = (chosen: readonly File[]) => {
    let problem: string | null = null;
    const taken: AnswerFile[] = [];
    for (const file of chosen) {
      const found = attachmentProblem(file, files.length + taken.length);
      const { name, type, size } = file;
      if (found === null) taken.push({ key: crypto.randomUUID(), name, type, size, file });
      else problem ??= found;
    }
    onChange([...files, ...taken], problem);
  };
  return (
    <fieldset className={classes.part}>
      <legend>Archivos</legend>
      {files.length > 0 ? (
        <ul aria-label="Archivos de la respuesta" className={classes.files}>
          {files.map((one) => (
            <li key={one.key}>
              <bdi>{one.name}</bdi> <small>{sizeText(one.size)}</small>
              <button
                type="button"
                className={plain.remove}
                aria-label={`Quitar ${one.name}`}
                onClick={() =>
                  onChange(
                    files.filter(({ key }) => key !== one.key),
                    null,
                  )
                }
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {error ? (
        <p role="alert" className={classes.fault}>
          {error}
        </p>
      ) : null}
      <FileInput
        ref={field}
        label="Archivos para la respuesta"
        accept={ATTACHMENT_ACCEPT}
        multiple
        onFiles={add}
      />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPaperclip size={15} aria-hidden="true" />}
        onClick={() => field.current?.click()}
      >
        Adjuntar archivos
      </Button>
    </fieldset>
  );
}
