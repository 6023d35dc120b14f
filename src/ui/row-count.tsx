/** A number that opens its rows; one that has none is only text. */
import { figure } from './money.ts';
import classes from './row-count.module.css';

export function RowCount({ n, label, onOpen }: { n: number; label: string; onOpen: () => void }) {
  if (n === 0) return <>0</>;
  return (
    <button
      type="button"
      className={classes.count}
      aria-label={`${label}: ver ${figure(n)}`}
      onClick={onOpen}
    >
      {figure(n)}
    </button>
  );
}
