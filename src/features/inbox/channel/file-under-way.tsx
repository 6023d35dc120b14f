/** A file that a channel announced and that is not here: on its way, or why it can't be had. */
import { useMutation } from '@tanstack/react-query';
import { channelCalls } from '../../../../contract/calls/channels.ts';
import type { Attachment } from '../../../../contract/entities/message.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import classes from './channel.module.css';

/** @param messageId of the message that has it */
export function FileUnderWay({ file, messageId }: { file: Attachment; messageId: string }) {
  const name = plainLine(file.name);
  const retry = useMutation({
    mutationFn: () =>
      call(channelCalls.retryFile, { params: { id: messageId }, body: { attachment_id: file.id } }),
  });
  if (file.state === 'downloading') {
    return (
      <div className={classes.file} role="status">
        <span>{name}</span>
        <small>Llega del canal…</small>
      </div>
    );
  }
  return (
    <div className={classes.file}>
      <p>
        {name}: {file.reason ?? 'no se pudo traer del canal.'}
      </p>
      {retry.error ? <p role="alert">{sentence(retry.error)}</p> : null}
      <button type="button" disabled={retry.isPending} onClick={() => retry.mutate()}>
        Reintentar
      </button>
    </div>
  );
}
