/** Where what can still be taken back stands; the part comes with the first of it. */
import type { OutboxEntry } from '../../../workers/hub/surface/outbox-entry.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useOutbox } from '../../hub/hooks.ts';
import { useRan } from './actions/ran.ts';
import type { ChangeEntry } from './undo-bar.tsx';
import classes from './undo-slot.module.css';

const UndoBar = lazyPart(() => import('./undo-bar.tsx'));
const RanBar = lazyPart(() => import('./ran-bar.tsx'));

/** Changes that have not left yet. */
const undoable = (outbox: readonly OutboxEntry[]): ChangeEntry[] =>
  outbox.filter(
    (entry): entry is ChangeEntry =>
      entry.command.kind === 'change' && entry.state === 'waiting' && entry.notBefore !== null,
  );

/** @param open a conversation is: where it fills the screen, its composer stays free */
export function UndoSlot({ open }: { open: boolean }) {
  const entries = undoable(useOutbox() ?? []);
  const ran = useRan();
  return (
    <div role="status" className={classes.bar} data-open={open || undefined}>
      {entries.length > 0 ? <UndoBar entries={entries} /> : null}
      {ran.length > 0 ? <RanBar ran={ran} /> : null}
    </div>
  );
}
