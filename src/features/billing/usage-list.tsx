/** What a bot uses of what a plan contains. */
import { USAGE_KINDS, type UsageKind, type Usages } from '../../../contract/entities/checkout.ts';
import { CONVERSATION_SHARES } from '../../../contract/rules/plan-limits.ts';
import { figure } from '../../ui/money.ts';
import classes from './billing.module.css';
import { besideText, limitText, USAGE_LABELS } from './plan-texts.ts';

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

/** Said from 80 % of the month's conversations on: beyond the limit customers go on being answered. */
export function ConversationNote({ usage }: { usage: Usages }) {
  const { used, max } = usage.conversations;
  const share = CONVERSATION_SHARES.find((one) => max !== null && used * 100 >= max * one);
  if (share === undefined) return null;
  return (
    <p role="status" className={classes.note}>
      {share === 100
        ? 'Llegaste al límite de conversaciones del mes. Tus clientes siguen siendo atendidos; las campañas y automatizaciones esperan al próximo mes o a que cambies de plan.'
        : `Ya usaste más del ${share} % de las conversaciones del mes. Si llegas al límite, las campañas y automatizaciones se pausan.`}
    </p>
  );
}

/** Why Métricas says another number for the same days, where it does. */
export function BesideFigures({ sent, taken_up }: { sent: number; taken_up: number }) {
  if (sent === 0 && taken_up === 0) return null;
  return <p className={classes.beside}>{besideText(sent, taken_up)}</p>;
}
