/** A message that is still in this browser: waiting, its files going up, on its way, refused, or asking first. */
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';

import { linkHost } from '../../../../contract/rules/link-host.ts';
import { readingOf } from '../../../../contract/rules/message-reading.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { hub } from '../../../hub/hooks.ts';
import { timeText } from '../../../ui/dates.ts';
import { loadOutgoingFiles } from '../composer/parts.ts';
import { DeliveryState } from './delivery-state.tsx';
import { useLog } from './log-context.ts';
import type { OutboxMessage } from './log-items.ts';
import classes from './message-bubble.module.css';
import { MessageText } from './message-text.tsx';

const OutgoingFiles = lazyPart(loadOutgoingFiles);
const warn = (error: unknown) => console.warn('The hub did not take the answer.', error);

export function OutgoingBubble({ entry }: { entry: OutboxMessage }) {
  const { channel } = useLog();
  const { text, note, files = [], attachments, products = [], temporal_id } = entry.command;
  const { buttons = [], links = [] } = entry.command;
  const created = new Date(entry.createdAt).toISOString();
  return (
    <article
      className={classes.line}
      data-kind={note ? 'note' : 'agent'}
      data-first
      data-waiting
      aria-label={`${note ? 'Nota interna' : 'Tú'}, ${timeText(created)}`}
    >
      {note ? (
        <p className={classes.author}>
          <IconLock size={12} aria-hidden="true" />
          Nota interna
        </p>
      ) : null}
      <div className={classes.bubble}>
        {text ? (
          <MessageText id={temporal_id} text={text} reading={readingOf({ from: 'agent', note }, channel)} />
        ) : null}
        {attachments.length > 0 ? (
          <p>{attachments.length === 1 ? 'Con su archivo' : `Con sus ${attachments.length} archivos`}</p>
        ) : null}
        {products.length > 0 ? (
          <p>{products.length === 1 ? 'Con un producto' : `Con ${products.length} productos`}</p>
        ) : null}
        {buttons.length > 0 ? (
          <p>{buttons.length === 1 ? 'Con un botón' : `Con ${buttons.length} botones`}</p>
        ) : null}
        {links.map((link) => (
          <p key={`${link.label} ${link.url}`}>
            Con el enlace <bdi>{link.label}</bdi> (<bdi>{linkHost(link.url)}</bdi>)
          </p>
        ))}
        {files.length > 0 ? <OutgoingFiles entry={entry} files={files} /> : null}
      </div>
      {entry.state === 'asking' ? (
        <p className={classes.foot}>Sin enviar: espera tu respuesta abajo</p>
      ) : entry.saving ? (
        <p className={classes.foot}>Guardando en este navegador…</p>
      ) : (
        <p className={classes.foot}>
          <time dateTime={created}>{timeText(created)}</time>
          <DeliveryState
            status={entry.state === 'refused' ? 'failed' : entry.state === 'sending' ? 'sending' : 'queued'}
            reason={entry.reason}
            onRetry={() => void hub().retry(entry.id).catch(warn)}
          />
          {entry.state === 'waiting' && files.length === 0 ? (
            <button
              type="button"
              className={classes.discard}
              title="Devuelve el mensaje al borrador"
              onClick={() => void hub().cancel(entry.id).catch(warn)}
            >
              Cancelar
            </button>
          ) : null}
          {entry.state === 'refused' ? (
            <button
              type="button"
              className={classes.discard}
              onClick={() => void hub().discard(entry.id).catch(warn)}
            >
              Descartar
            </button>
          ) : null}
        </p>
      )}
    </article>
  );
}
