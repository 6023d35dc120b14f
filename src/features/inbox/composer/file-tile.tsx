/** A file before it is sent: what it is, to see or hear. */
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFile.mjs';
import type { WorkFile } from '../../../../workers/hub/surface.ts';
import { sizeText } from '../../../ui/size-text.ts';
import classes from './file-tile.module.css';
import { useFileUrl } from './use-file-url.ts';

/** What browsers show of pictures; the others (HEIC) stand as files. */
const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/;

export function FileTile({ file }: { file: WorkFile }) {
  const url = useFileUrl(file.id);
  return (
    <div className={classes.tile}>
      <Preview file={file} url={url} />
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      <small>{sizeText(file.size)}</small>
    </div>
  );
}

function Preview({ file, url }: { file: WorkFile; url: string | null }) {
  if (SHOWN.test(file.type)) {
    return url ? <img className={classes.picture} src={url} alt="" /> : <span className={classes.picture} />;
  }
  if (file.type.startsWith('video/')) {
    return (
      <video className={classes.picture} src={url ?? undefined} muted controls preload="metadata">
        <track kind="captions" />
      </video>
    );
  }
  if (file.type.startsWith('audio/')) {
    return (
      <audio className={classes.sound} src={url ?? undefined} controls preload="metadata">
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
