/** The options under an answer: what they say and which interaction they lead to, in an order that people choose. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import classes from './fields.module.css';
import type { OptionDraft } from './interaction-draft.ts';
import { NodeSelect } from './node-select.tsx';

interface OptionsFieldProps {
  label: string;
  description?: string;
  options: readonly OptionDraft[];
  onChange: (options: OptionDraft[]) => void;
  nodes: readonly ClientNode[];
  /** What an option may lead to besides nodes that exist; left out: it has to lead to one of those. */
  none?: string;
  error?: string | undefined;
  disabled?: boolean;
}

export function OptionsField(props: OptionsFieldProps) {
  const { label, description, options, onChange, nodes, none, error, disabled = false } = props;
  const put = (key: string, change: Partial<OptionDraft>) =>
    onChange(options.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const choose = (option: OptionDraft, nodeId: string) => {
    const title = nodes.find(({ node_id }) => node_id === nodeId)?.title ?? '';
    // Who chooses first gets the title as a start.
    put(option.key, {
      node_id: nodeId,
      ...(option.label.trim() === '' ? { label: title.slice(0, BOT_LIMITS.botButtonLabel) } : {}),
    });
  };
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {description ? <p className={classes.hint}>{description}</p> : null}
      {options.length > 0 ? (
        <SortableList
          items={options}
          label={label}
          nameOf={(option) => option.label || 'opción sin texto'}
          disabled={disabled}
          onOrder={onChange}
        >
          {(option, place) => (
            <div className={classes.option}>
              <TextInput
                label={`Texto de la opción ${place + 1}`}
                value={option.label}
                maxLength={BOT_LIMITS.botButtonLabel}
                disabled={disabled}
                onChange={(event) => put(option.key, { label: event.currentTarget.value })}
              />
              <NodeSelect
                label={`Opción ${place + 1} lleva a`}
                none={none ?? 'Elige una interacción'}
                nodes={nodes}
                value={option.node_id}
                disabled={disabled}
                onChange={(nodeId) => choose(option, nodeId)}
              />
              <ActionIcon
                aria-label={`Quitar la opción ${option.label || place + 1}`}
                disabled={disabled}
                onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
              >
                <IconTrash size={16} aria-hidden="true" />
              </ActionIcon>
            </div>
          )}
        </SortableList>
      ) : null}
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
      {options.length < BOT_LIMITS.botButtons ? (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange([...options, { key: crypto.randomUUID(), label: '', node_id: '' }])}
        >
          Agregar opción
        </Button>
      ) : (
        <p className={classes.hint}>Llegaste al máximo de {BOT_LIMITS.botButtons} opciones.</p>
      )}
    </fieldset>
  );
}
