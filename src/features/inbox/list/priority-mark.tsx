/** A conversation's priority: the flag finds it, the word says it. */
import IconFlag from '@tabler/icons-react/dist/esm/icons/IconFlag.mjs';
import type { ConversationPriority } from '../../../../contract/states.ts';
import { PRIORITY_LABELS } from '../../../../contract/texts.ts';
import classes from './priority-mark.module.css';

export function PriorityMark({ priority }: { priority: ConversationPriority }) {
  return (
    <span className={classes.mark} data-level={priority}>
      <IconFlag size={13} aria-hidden="true" />
      <span className="visually-hidden">Prioridad </span>
      {PRIORITY_LABELS[priority]}
    </span>
  );
}
