/** The options of the menu, each with what stands under it. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import { AnswersField } from '../center/answers-field.tsx';
import { NodeSelect } from '../center/node-select.tsx';
import { OptionsField } from '../center/options-field.tsx';
import classes from './menu.module.css';
import { FIRST_QUESTION, type MenuOption, newOption } from './menu-draft.ts';

interface MenuOptionsProps {
  options: readonly MenuOption[];
  nodes: readonly ClientNode[];
  /** By the option's key. */
  faults: Record<string, string>;
  disabled: boolean;
  onChange: (options: MenuOption[]) => void;
}

export function MenuOptions({ options, nodes, faults, disabled, onChange }: MenuOptionsProps) {
  const frame = useRef<HTMLDivElement>(null);
  /** Its text is typed next. */
  const add = () => {
    onChange([...options, newOption(crypto.randomUUID())]);
    requestAnimationFrame(() =>
      [...(frame.current?.querySelectorAll<HTMLElement>('[data-option-text]') ?? [])].at(-1)?.focus(),
    );
  };
  const put = (key: string, change: Partial<MenuOption>) =>
    onChange(options.map((one) => (one.key === key ? { ...one, ...change } : one)));
  /** What stands under an option is its node's: another node brings its own. */
  const lead = (option: MenuOption, nodeId: string) => {
    const node = nodes.find(({ node_id }) => node_id === nodeId);
    put(option.key, {
      node_id: nodeId,
      answers: node ? node.answers : [FIRST_QUESTION],
      suboptions: (node?.buttons ?? []).map(({ id, label, node_id }) => ({ key: id, id, label, node_id })),
      ...(option.label.trim() === '' && node
        ? { label: node.title.slice(0, BOT_LIMITS.botButtonLabel) }
        : {}),
    });
  };
  return (
    <div ref={frame} className={classes.options}>
      {options.length === 0 ? (
        <p className={classes.hint}>
          Sin opciones, tus clientes solo ven el saludo y escriben lo que necesitan.
        </p>
      ) : null}
      <SortableList
        items={options}
        label="Opciones del menú"
        nameOf={({ label }) => label || 'opción sin texto'}
        disabled={disabled}
        onOrder={onChange}
      >
        {(option, place) => (
          <div className={classes.option}>
            <div className={classes.optionHead}>
              <TextInput
                data-option-text=""
                label={`Texto de la opción ${place + 1}`}
                value={option.label}
                error={faults[option.key]}
                maxLength={BOT_LIMITS.botButtonLabel}
                disabled={disabled}
                onChange={(event) => put(option.key, { label: event.currentTarget.value })}
              />
              <NodeSelect
                label={`Opción ${place + 1} lleva a`}
                none="Un menú nuevo, con sus subopciones"
                nodes={nodes}
                value={option.node_id}
                disabled={disabled}
                onChange={(nodeId) => lead(option, nodeId)}
              />
              <ActionIcon
                aria-label={`Quitar la opción ${option.label || place + 1}`}
                disabled={disabled}
                onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
              >
                <IconTrash size={16} aria-hidden="true" />
              </ActionIcon>
            </div>
            {nodes.some(({ node_id, status }) => node_id === option.node_id && !status) ? (
              <p className={classes.warn}>
                Esa interacción está desactivada: tus clientes no verán esta opción.
              </p>
            ) : null}
            <details className={classes.under} open={option.node_id === '' || undefined}>
              <summary>
                {option.suboptions.length === 0
                  ? 'Sin subopciones'
                  : `${option.suboptions.length} ${option.suboptions.length === 1 ? 'subopción' : 'subopciones'}`}
              </summary>
              <div>
                <AnswersField
                  label="Qué responde"
                  answers={option.answers.length > 0 ? option.answers : ['']}
                  disabled={disabled}
                  onChange={(answers) => put(option.key, { answers })}
                />
                <OptionsField
                  label="Subopciones"
                  options={option.suboptions}
                  nodes={nodes}
                  disabled={disabled}
                  onChange={(suboptions) => put(option.key, { suboptions })}
                />
              </div>
            </details>
          </div>
        )}
      </SortableList>
      {options.length < BOT_LIMITS.botButtons ? (
        <Button
          variant="default"
          disabled={disabled}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={add}
        >
          Agregar opción al menú
        </Button>
      ) : (
        <p className={classes.hint}>Llegaste al máximo de {BOT_LIMITS.botButtons} opciones.</p>
      )}
    </div>
  );
}
