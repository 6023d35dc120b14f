/** The words of a message; a long one shows its beginning until it is asked for. */
import { useMemo, useState } from 'react';
import type { Mention } from '../../../../contract/entities/message.ts';
import { opening } from '../../../../contract/rules/plain-line.ts';
import type { Reading } from '../../../../contract/rules/rich-text-tree.ts';
import { findText } from '../../../../contract/rules/search-text.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { useLog } from './log-context.ts';
import classes from './message-bubble.module.css';

interface MessageTextProps {
  id: string;
  text: string;
  reading: Reading | null;
  mentions?: readonly Mention[] | undefined;
}

export function MessageText({ id, text, reading, mentions }: MessageTextProps) {
  const { unfolded, searched } = useLog();
  const [wanted, setOpen] = useState(() => unfolded.has(id));
  const head = useMemo(() => opening(text), [text]);
  const hidden =
    head.cut && searched !== null && !findText(head.text, searched) && findText(text, searched) !== null;
  const open = wanted || hidden;
  const names = useMemo(() => mentions?.map(({ name }) => name), [mentions]);
  const turn = () => {
    if (open) unfolded.delete(id);
    else unfolded.add(id);
    setOpen(!open);
  };
  return (
    <>
      <RichText text={open ? text : head.text} reading={reading} {...(names ? { names } : {})} />
      {head.cut && !hidden ? (
        <button type="button" className={classes.more} aria-expanded={open} onClick={turn}>
          {open ? 'Ver menos' : 'Ver más'}
        </button>
      ) : null}
    </>
  );
}
