/** A dot for a status. Shapes differ as well as colours; the word always stands beside it. */
import type { AgentStatus } from '../../contract/states.ts';
import classes from './status-dot.module.css';

export function StatusDot({ status }: { status: AgentStatus | null }) {
  return <span className={classes.dot} data-status={status ?? 'unknown'} aria-hidden="true" />;
}
