/** The rules in their order, each with what became of it; switched, changed, removed here and saved with the form. */
import { ActionIcon, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useState } from 'react';
import type { ProactiveCount, ProactiveRule } from '../../../contract/entities/proactive.ts';
import { conditionTexts } from '../../../contract/proactive/rules.ts';
import { PROACTIVE_LIMITS } from '../../../contract/proactive-limits.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { Empty } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { SortableList } from '../../ui/sortable-list.tsx';
import classes from './proactive.module.css';

const RuleDialog = lazyPart(() => import('./rule-dialog.tsx'));

interface RuleListProps {
  rules: readonly ProactiveRule[];
  counts: readonly ProactiveCount[];
  disabled: boolean;
  onChange: (rules: ProactiveRule[]) => void;
}

export function RuleList({ rules, counts, disabled, onChange }: RuleListProps) {
  const [editing, setEditing] = useState<ProactiveRule | 'new' | null>(null);
  const full = rules.length >= PROACTIVE_LIMITS.rules;
  const put = (rule: ProactiveRule) =>
    onChange(
      rules.some(({ id }) => id === rule.id)
        ? rules.map((one) => (one.id === rule.id ? rule : one))
        : [...rules, rule],
    );
  const remove = async (rule: ProactiveRule) => {
    const yes = await ask({
      title: `¿Eliminar el mensaje «${rule.name}»?`,
      text: 'Deja de mostrarse cuando guardes, y su cuenta deja de verse.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) onChange(rules.filter(({ id }) => id !== rule.id));
  };
  return (
    <Section
      id="proactive-rules"
      title="Reglas"
      lead="Decide la primera regla que calza con la página, de arriba abajo. Un visitante ve un mensaje a la vez y pasan al menos 4 horas entre dos; quien lo cierra o abre el chat con él no lo ve más. Nunca aparece con el chat abierto ni mientras una persona del equipo atiende."
    >
      <div className={classes.top}>
        <AllowedButton
          allowed={!disabled && !full}
          why={
            disabled ? TEXTS.noActionPermission : `Un chatbot tiene hasta ${PROACTIVE_LIMITS.rules} reglas.`
          }
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          Nuevo mensaje
        </AllowedButton>
      </div>
      {rules.length === 0 ? (
        <Empty title="Aún no hay mensajes" next={{ none: 'The button stands above.' }}>
          <p>Por ejemplo, a los 30 segundos en el carro: «¿Dudas con el despacho? Te ayudamos».</p>
        </Empty>
      ) : (
        <SortableList
          items={rules.map((rule) => ({ ...rule, key: rule.id }))}
          label="Mensajes proactivos"
          nameOf={({ name }) => name}
          disabled={disabled}
          onOrder={(items) => onChange(items.map(({ key: _, ...rule }) => rule))}
        >
          {({ key: _, ...rule }) => (
            <Row
              rule={rule}
              count={counts.find(({ id }) => id === rule.id)}
              disabled={disabled}
              onSwitch={(enabled) => put({ ...rule, enabled })}
              onEdit={() => setEditing(rule)}
              onRemove={() => void remove(rule)}
            />
          )}
        </SortableList>
      )}
      {rules.length === 0 ? null : (
        <p className={classes.rest}>
          Últimos {PROACTIVE_LIMITS.days} días. Mostrado y abierto lo cuentan los navegadores, una vez al día
          cada uno y hasta {figure(PROACTIVE_LIMITS.toldOfBot)} al día en total; respondido lo cuenta el
          servidor con el mensaje que llega.
        </p>
      )}
      {editing === null ? null : (
        <RuleDialog of={editing === 'new' ? null : editing} onDone={put} onClose={() => setEditing(null)} />
      )}
    </Section>
  );
}

interface RowProps {
  rule: ProactiveRule;
  /** Undefined: nothing was counted. */
  count: ProactiveCount | undefined;
  disabled: boolean;
  onSwitch: (enabled: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ rule, count, disabled, onSwitch, onEdit, onRemove }: RowProps) {
  const { shown, opened, answered } = count ?? { shown: 0, opened: 0, answered: 0 };
  return (
    <div className={classes.rule} data-off={!rule.enabled || undefined}>
      <div className={classes.words}>
        <strong>{rule.name}</strong>
        <p className={classes.said}>«{rule.text}»</p>
        <p>{conditionTexts(rule).join(' · ')}</p>
        <p>
          Mostrado {figure(shown)} · Abierto {figure(opened)} · Respondido {figure(answered)}
        </p>
      </div>
      <div className={classes.tools}>
        <Switch
          aria-label={`«${rule.name}» encendido`}
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
