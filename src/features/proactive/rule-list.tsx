/** The proactive messages in their order, each with what became of it. */
import type { ProactiveCount, ProactiveRule } from '../../../contract/entities/proactive.ts';
import { conditionTexts } from '../../../contract/proactive/rules.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { figure } from '../../ui/money.ts';
import { RuleList as Rules } from '../../ui/rule-list.tsx';
import classes from './proactive.module.css';

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx'));

interface RuleListProps {
  rules: readonly ProactiveRule[];
  counts: readonly ProactiveCount[];
  disabled: boolean;
  onChange: (rules: ProactiveRule[]) => void;
}

export function RuleList({ rules, counts, disabled, onChange }: RuleListProps) {
  return (
    <Rules
      id="proactive-rules"
      title="Reglas"
      lead="Decide la primera regla que calza con la página, de arriba abajo. Un visitante ve un mensaje a la vez y pasan al menos 4 horas entre dos; quien lo cierra o abre el chat con él no lo ve más. Nunca aparece con el chat abierto ni mientras una persona del equipo atiende."
      rules={rules}
      most={PROACTIVE_LIMITS.rules}
      disabled={disabled}
      texts={{
        label: 'Mensajes proactivos',
        add: 'Nuevo mensaje',
        on: 'encendido',
        empty: 'Aún no hay mensajes',
        example: 'Por ejemplo, a los 30 segundos en el carro: «¿Dudas con el despacho? Te ayudamos».',
        removes: (name) => `¿Eliminar el mensaje «${name}»?`,
        removed: 'Deja de mostrarse cuando guardes, y su cuenta deja de verse.',
      }}
      rest={
        rules.length === 0 ? null : (
          <>
            Últimos {PROACTIVE_LIMITS.days} días. Mostrado y abierto lo cuentan los navegadores, una vez al
            día cada uno y hasta {figure(PROACTIVE_LIMITS.toldOfBot)} al día en total; respondido lo cuenta el
            servidor con el mensaje que llega.
          </>
        )
      }
      dialog={(of, done) => <RuleDialog of={of} {...done} />}
      onChange={onChange}
    >
      {(rule) => <Words rule={rule} count={counts.find(({ id }) => id === rule.id)} />}
    </Rules>
  );
}

/** @param count undefined: nothing was counted */
function Words({ rule, count }: { rule: ProactiveRule; count: ProactiveCount | undefined }) {
  const { shown, opened, answered } = count ?? { shown: 0, opened: 0, answered: 0 };
  return (
    <>
      <p className={classes.said} data-off={!rule.enabled || undefined}>
        «{rule.text}»
      </p>
      <p>{conditionTexts(rule).join(' · ')}</p>
      <p>
        Mostrado {figure(shown)} · Abierto {figure(opened)} · Respondido {figure(answered)}
      </p>
    </>
  );
}
