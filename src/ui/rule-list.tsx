/** Rules in their order, of which the first that fits decides: moved, switched, edited, deleted; kept with their form. */
import { ActionIcon, Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactNode, useState } from 'react';
import { TEXTS } from '../../contract/texts.ts';
import { AllowedButton } from './allowed-button.tsx';
import { ask } from './dialogs/dialogs.ts';
import { Empty } from './load-state.tsx';
import classes from './rule-list.module.css';
import { Section } from './screen.tsx';
import { SortableList } from './sortable-list.tsx';

interface AnyRule {
  id: string;
  name: string;
  enabled: boolean;
}

interface RuleListProps<Rule extends AnyRule> {
  /** Of the section, which links lead to. */
  id: string;
  title: string;
  lead: string;
  rules: readonly Rule[];
  most: number;
  disabled: boolean;
  /** What the list, its button and its switches are called; what is shown and asked. */
  texts: {
    label: string;
    add: string;
    on: 'encendida' | 'encendido';
    empty: string;
    example: string;
    /** @param name of the rule */
    removes: (name: string) => string;
    removed: string;
  };
  /** What stands under a rule's name. */
  children: (rule: Rule) => ReactNode;
  /** Below the list. */
  rest: ReactNode;
  /** @param of null: a new one */
  dialog: (of: Rule | null, done: { onDone: (rule: Rule) => void; onClose: () => void }) => ReactNode;
  onChange: (rules: Rule[]) => void;
}

export function RuleList<Rule extends AnyRule>(props: RuleListProps<Rule>) {
  const { id, title, lead, rules, most, disabled, texts, children, rest, dialog, onChange } = props;
  const [editing, setEditing] = useState<Rule | 'new' | null>(null);
  const full = rules.length >= most;
  const put = (rule: Rule) =>
    onChange(
      rules.some((one) => one.id === rule.id)
        ? rules.map((one) => (one.id === rule.id ? rule : one))
        : [...rules, rule],
    );
  const remove = async (rule: Rule) => {
    const yes = await ask({
      title: texts.removes(rule.name),
      text: texts.removed,
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) onChange(rules.filter((one) => one.id !== rule.id));
  };
  return (
    <Section id={id} title={title} lead={lead}>
      <div className={classes.top}>
        <AllowedButton
          allowed={!disabled && !full}
          why={disabled ? TEXTS.noActionPermission : `Un chatbot tiene hasta ${most} reglas.`}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          {texts.add}
        </AllowedButton>
      </div>
      {rules.length === 0 ? (
        <Empty title={texts.empty} next={{ none: 'The button stands above.' }}>
          <p>{texts.example}</p>
        </Empty>
      ) : (
        <SortableList
          items={rules.map((rule) => ({ key: rule.id, name: rule.name, rule }))}
          label={texts.label}
          nameOf={({ name }) => name}
          disabled={disabled}
          onOrder={(items) => onChange(items.map(({ rule }) => rule))}
        >
          {({ rule }) => (
            <div className={classes.rule} data-off={!rule.enabled || undefined}>
              <div className={classes.words}>
                <strong>{rule.name}</strong>
                {children(rule)}
              </div>
              <div className={classes.tools}>
                <Switch
                  aria-label={`«${rule.name}» ${texts.on}`}
                  checked={rule.enabled}
                  disabled={disabled}
                  onChange={(event) => put({ ...rule, enabled: event.currentTarget.checked })}
                />
                <ActionIcon
                  aria-label={`Editar «${rule.name}»`}
                  disabled={disabled}
                  onClick={() => setEditing(rule)}
                >
                  <IconPencil size={17} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  aria-label={`Eliminar «${rule.name}»`}
                  disabled={disabled}
                  onClick={() => void remove(rule)}
                >
                  <IconTrash size={17} aria-hidden="true" />
                </ActionIcon>
              </div>
            </div>
          )}
        </SortableList>
      )}
      {rest === null ? null : <p className={classes.rest}>{rest}</p>}
      {editing === null
        ? null
        : dialog(editing === 'new' ? null : editing, { onDone: put, onClose: () => setEditing(null) })}
    </Section>
  );
}
