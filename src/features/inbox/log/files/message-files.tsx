/** Files of a message, each in a box of fixed size: nothing moves when it loads, or when it does not. */
import { useState } from 'react';
import type { Attachment, Message } from '../../../../../contract/entities/message.ts';
import { plainLine } from '../../../../../contract/rules/plain-line.ts';
import { lazyPart } from '../../../../base/lazy-part.tsx';
import { ChannelPart } from '../../channel/lazy.ts';
import { FileCard } from './file-card.tsx';
import { fileView, isHere } from './file-view.ts';
import classes from './files.module.css';
import { type FileUrls, useFileUrls } from './use-file-urls.ts';

const Lightbox = lazyPart(() => import('./lightbox.tsx'));

/** Only where there are files: the hooks below cost each bubble something. */
export function MessageFiles({ message }: { message: Message }) {
  return message.attachments.length > 0 ? <Files message={message} /> : null;
}

function Files({ message }: { message: Message }) {
  const urls = useFileUrls(message);
  const [open, setOpen] = useState<string | null>(null);
  const images = message.attachments.filter((file) => fileView(file) === 'image');
  return (
    <>
      <ul className={classes.files} aria-label="Archivos">
        {message.attachments.map((file) => (
          <li key={file.id}>
            {isHere(file) ? (
              <File file={file} urls={urls} onOpen={() => setOpen(file.id)} />
            ) : (
              <ChannelPart file={[file, message._id]} />
            )}
          </li>
        ))}
      </ul>
      {open !== null ? (
        <Lightbox images={images} first={open} urls={urls} onClose={() => setOpen(null)} />
      ) : null}
    </>
  );
}

interface FileProps {
  file: Attachment;
  urls: FileUrls;
  onOpen: () => void;
}

function File({ file, urls, onOpen }: FileProps) {
  const url = urls.urlOf(file.id);
  const name = plainLine(file.name);
  /** The address that did not open: a new one is another chance. */
  const [broken, setBroken] = useState<string | null>(null);
  const view = fileView(file);
  if (view === 'file') return <FileCard file={file} url={url} loading={urls.loading} onRenew={urls.renew} />;
  if (broken !== null && broken === url) {
    return (
      <div className={classes.box} data-view={view} data-broken>
        <p>{view === 'image' ? 'No se pudo mostrar la imagen.' : 'No se pudo reproducir el archivo.'}</p>
        <FileCard file={file} url={url} loading={urls.loading} onRenew={urls.renew} />
        <button type="button" onClick={urls.renew}>
          Reintentar
        </button>
      </div>
    );
  }
  const failed = () => setBroken(url);
  if (url === null) {
    return (
      <div className={classes.box} data-view={view} aria-busy={urls.loading}>
        {urls.loading ? (
          <span className="visually-hidden">Cargando {name}</span>
        ) : (
          <>
            <p>{name} no está disponible.</p>
            <button type="button" onClick={urls.renew}>
              Reintentar
            </button>
          </>
        )}
      </div>
    );
  }
  switch (view) {
    case 'image':
      return (
        <button
          type="button"
          className={classes.box}
          data-view={view}
          aria-label={`Ampliar ${name}`}
          onClick={onOpen}
        >
          <img src={url} alt={name} loading="lazy" decoding="async" draggable={false} onError={failed} />
        </button>
      );
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a file sent in a chat comes without captions, and a <track> without a text would offer some
        <video
          className={classes.box}
          data-view={view}
          src={url}
          controls
          preload="metadata"
          aria-label={name}
          onError={failed}
        />
      );
    case 'audio':
      return (
        <div className={classes.box} data-view={view}>
          {/* biome-ignore lint/a11y/useMediaCaption: a file sent in a chat comes without captions, and a <track> without a text would offer some */}
          <audio src={url} controls preload="none" aria-label={name} onError={failed} />
          <FileCard file={file} url={url} loading={false} onRenew={urls.renew} />
        </div>
      );
  }
}
