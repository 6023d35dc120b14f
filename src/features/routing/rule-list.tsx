/** The rules in their order: moved, switched off, edited, deleted; what they name and is no more is told. */
import { ActionIcon, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { RoutingRule, RoutingThings } from '../../../contract/entities/routing.ts';
import { isGone, missingOf } from '../../../contract/routing/rules.ts';
import { conditionTexts, targetText } from '../../../contract/routing/texts.ts';
import { ROUTING_LIMITS } from '../../../contract/routing-limits.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { Empty } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
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
  const [editing, setEditing] = useState<RoutingRule | 'new' | null>(null);
  const full = rules.length >= ROUTING_LIMITS.rules;
  const put = (rule: RoutingRule) =>
    onChange(
      rules.some(({ id }) => id === rule.id)
        ? rules.map((one) => (one.id === rule.id ? rule : one))
        : [...rules, rule],
    );
  const remove = async (rule: RoutingRule) => {
    const yes = await ask({
      title: `¿Eliminar la regla «${rule.name}»?`,
      text: 'Deja de regir cuando guardes. Lo que esperaba por ella queda en Pendientes, para quien lo tome.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) onChange(rules.filter(({ id }) => id !== rule.id));
  };
  return (
    <Section
      id="routing-rules"
      title="Reglas"
      lead="Cuando un cliente pide hablar con una persona, decide la primera regla que calza, de arriba abajo."
    >
      <div className={classes.top}>
        <AllowedButton
          allowed={!disabled && !full}
          why={disabled ? TEXTS.noActionPermission : `Un chatbot tiene hasta ${ROUTING_LIMITS.rules} reglas.`}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          Nueva regla
        </AllowedButton>
      </div>
      {rules.length === 0 ? (
        <Empty title="Aún no hay reglas" next={{ none: 'The button stands above.' }}>
          <p>
            Por ejemplo «Reclamos»: las que tengan la etiqueta reclamo van al equipo de soporte, por turnos.
          </p>
        </Empty>
      ) : (
        <SortableList
          items={rules.map((rule) => ({ ...rule, key: rule.id }))}
          label="Reglas de asignación"
          nameOf={({ name }) => name}
          disabled={disabled}
          onOrder={(items) => onChange(items.map(({ key: _, ...rule }) => rule))}
        >
          {({ key: _, ...rule }) => (
            <Row
              rule={rule}
              things={things}
              disabled={disabled}
              onSwitch={(enabled) => put({ ...rule, enabled })}
              onEdit={() => setEditing(rule)}
              onRemove={() => void remove(rule)}
            />
          )}
        </SortableList>
      )}
      <p className={classes.rest}>
        {autoAssign
          ? 'Si ninguna calza: a quien tenga menos entre los conectados del área, como dice «Asignación automática».'
          : 'Si ninguna calza: queda en Pendientes, pues «Asignación automática» está apagada.'}
      </p>
      {editing === null ? null : (
        <RuleDialog
          of={editing === 'new' ? null : editing}
          things={things}
          onDone={put}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

interface RowProps {
  rule: RoutingRule;
  things: RoutingThings;
  disabled: boolean;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ rule, things, disabled, onSwitch, onEdit, onRemove }: RowProps) {
  const conditions = conditionTexts(rule, things);
  const missing = Object.values(missingOf(rule, things)).some((names) => names.length > 0);
  return (
    <div className={classes.rule} data-off={!rule.enabled || undefined}>
      <div className={classes.words}>
        <strong>{rule.name}</strong>
        <p>{conditions.length > 0 ? conditions.join(' · ') : 'Todas las conversaciones'}</p>
        <p>→ {targetText(rule, things)}</p>
        {missing ? (
          <p className={classes.warn}>
            {isGone(rule, things)
              ? 'Nombra algo que ya no existe: se pasa por alto.'
              : 'Nombra algo que ya no existe: rige con lo demás.'}
          </p>
        ) : null}
      </div>
      <div className={classes.tools}>
        <Switch
          aria-label={`«${rule.name}» encendida`}
          checked={rule.enabled}
          disabled={disabled}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <ActionIcon aria-label={`Editar «${rule.name}»`} disabled={disabled} onClick={onEdit}>
          <IconPencil size={17} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={`Eliminar «${rule.name}»`} disabled={disabled} onClick={onRemove}>
          <IconTrash size={17} aria-hidden="true" />
        </ActionIcon>
      </div>
    </div>
  );
}
