/** A picture as large as the window; arrows go to the other pictures of the message. */
import { Modal } from '@mantine/core';
import '../../../../ui/dialog-styles.ts';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useState } from 'react';
import type { Attachment } from '../../../../../contract/entities/message.ts';
import { plainLine } from '../../../../../contract/rules/plain-line.ts';
import { useFocusBack } from '../../../../ui/focus-back.ts';
import { FileCard } from './file-card.tsx';
import classes from './files.module.css';
import type { FileUrls } from './use-file-urls.ts';

interface LightboxProps {
  images: readonly Attachment[];
  first: string;
  urls: FileUrls;
  onClose: () => void;
}

export default function Lightbox({ images, first, urls, onClose }: LightboxProps) {
  useFocusBack();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      images.findIndex((file) => file.id === first),
    ),
  );
  const file = images[at];
  if (!file) return null;
  const url = urls.urlOf(file.id);
  const name = plainLine(file.name);
  const go = (step: number) => setAt((at + step + images.length) % images.length);
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(94vw, 1100px)"
      centered
      title={images.length > 1 ? `Imagen ${at + 1} de ${images.length}` : 'Imagen'}
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
      onKeyDown={(event) => {
        if (images.length < 2) return;
        if (event.key === 'ArrowRight') go(1);
        if (event.key === 'ArrowLeft') go(-1);
      }}
    >
      <div className={classes.stage}>
        {images.length > 1 ? (
          <button type="button" aria-label="Imagen anterior" onClick={() => go(-1)}>
            <IconChevronLeft size={22} aria-hidden="true" />
          </button>
        ) : null}
        <img key={file.id} src={url ?? undefined} alt={name} />
        {images.length > 1 ? (
          <button type="button" aria-label="Imagen siguiente" onClick={() => go(1)}>
            <IconChevronRight size={22} aria-hidden="true" />
          </button>
        ) : null}
      </div>
      <FileCard file={file} url={url} loading={urls.loading} onRenew={urls.renew} />
    </Modal>
  );
}
