/** A number that opens its rows; one that has none is only text. */
import { figure } from '../../ui/money.ts';
import classes from './metrics.module.css';

export function Count({ n, label, onOpen }: { n: number; label: string; onOpen: () => void }) {
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
