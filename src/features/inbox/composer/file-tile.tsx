/** A file before it is sent: what it is, to see or hear. */
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import type { WorkFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import { sizeText } from '../../../ui/size-text.ts';
import classes from './file-tile.module.css';
import { useFileUrl } from './use-file-url.ts';

/** What browsers show of pictures; the others (HEIC) stand as files. */
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/;

export function FileTile({ file }: { file: WorkFile }) {
  return (
    <div className={classes.tile}>
      <Preview file={file} />
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      <small>{sizeText(file.size)}</small>
    </div>
  );
}

function Preview({ file }: { file: WorkFile }) {
  const { url, shownBy } = useFileUrl(file.id);
  if (SHOWN.test(file.type)) {
    if (!url) return <span className={classes.picture} />;
    return <img ref={shownBy} className={classes.picture} src={url} alt="" />;
  }
  if (file.type.startsWith('video/')) {
    return (
      <video
        ref={shownBy}
        className={classes.picture}
        src={url ?? undefined}
        muted
        controls
        preload="metadata"
      >
        <track kind="captions" />
      </video>
    );
  }
  if (file.type.startsWith('audio/')) {
    return (
      <audio ref={shownBy} className={classes.sound} src={url ?? undefined} controls preload="metadata">
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <span className={classes.icon}>
      <IconFile size={26} aria-hidden="true" />
    </span>
  );
}
