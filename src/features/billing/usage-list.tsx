/** What a bot uses of what a plan contains. */
import { USAGE_KINDS, type UsageKind, type Usages } from '../../../contract/entities/checkout.ts';
import { figure } from '../../ui/money.ts';
import classes from './billing.module.css';
import { limitText, USAGE_LABELS } from './plan-texts.ts';

/** @param limits of another plan than the one that the bot has */
export function UsageList({ usage, limits }: { usage: Usages; limits?: Record<UsageKind, number | null> }) {
  return (
    <ul className={classes.list}>
      {USAGE_KINDS.map((kind) => {
        const { used, max: own } = usage[kind];
        const max = limits ? limits[kind] : own;
        const over = max !== null && used > max;
        return (
          <li key={kind} data-over={over || undefined}>
            <span>{USAGE_LABELS[kind]}</span>
            <span>
              {limits
                ? `${limitText(max)} · hoy usas ${figure(used)}`
                : `${figure(used)} de ${limitText(max)}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
