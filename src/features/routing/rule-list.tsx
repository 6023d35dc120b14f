/** The rules of assignment in their order; what they name and is no more is told. */
import type { RoutingRule, RoutingThings } from '../../../contract/entities/routing.ts';
import { isGone, missingOf } from '../../../contract/routing/rules.ts';
import { conditionTexts, targetText } from '../../../contract/routing/texts.ts';
import { ROUTING_LIMITS } from '../../../contract/routing-limits.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { RuleList as Rules } from '../../ui/rule-list.tsx';
import classes from './routing.module.css';

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx'));

interface RuleListProps {
  rules: readonly RoutingRule[];
  things: RoutingThings;
  /** What holds where no rule fits. */
  autoAssign: boolean;
  disabled: boolean;
  onChange: (rules: RoutingRule[]) => void;
}

export function RuleList({ rules, things, autoAssign, disabled, onChange }: RuleListProps) {
  return (
    <Rules
      id="routing-rules"
      title="Reglas"
      lead="Cuando un cliente pide hablar con una persona, decide la primera regla que calza, de arriba abajo."
      rules={rules}
      most={ROUTING_LIMITS.rules}
      disabled={disabled}
      texts={{
        label: 'Reglas de asignación',
        add: 'Nueva regla',
        on: 'encendida',
        empty: 'Aún no hay reglas',
        example:
          'Por ejemplo «Reclamos»: las que tengan la etiqueta reclamo van al equipo de soporte, por turnos.',
        removes: (name) => `¿Eliminar la regla «${name}»?`,
        removed:
          'Deja de regir cuando guardes. Lo que esperaba por ella queda en Pendientes, para quien lo tome.',
      }}
      rest={
        autoAssign
          ? 'Si ninguna calza: a quien tenga menos entre los conectados del área, como dice «Asignación automática».'
          : 'Si ninguna calza: queda en Pendientes, pues «Asignación automática» está apagada.'
      }
      dialog={(of, done) => <RuleDialog of={of} things={things} {...done} />}
      onChange={onChange}
    >
      {(rule) => <Words rule={rule} things={things} />}
    </Rules>
  );
}

function Words({ rule, things }: { rule: RoutingRule; things: RoutingThings }) {
  const conditions = conditionTexts(rule, things);
  const missing = Object.values(missingOf(rule, things)).some((names) => names.length > 0);
  return (
    <>
      <p>{conditions.length > 0 ? conditions.join(' · ') : 'Todas las conversaciones'}</p>
      <p>→ {targetText(rule, things)}</p>
      {missing ? (
        <p className={classes.warn}>
          {isGone(rule, things)
            ? 'Nombra algo que ya no existe: se pasa por alto.'
            : 'Nombra algo que ya no existe: rige con lo demás.'}
        </p>
      ) : null}
    </>
  );
}
