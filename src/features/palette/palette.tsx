/**
 * The palette (docs/product.md §10 Ctrl/⌘+K): screens, bots, conversations, clients. A combobox: the focus stays in the field,
 * arrows choose, Enter goes.
 */
import { Loader, Modal } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { sentence } from '../../api/api-error.ts';
import type { ShellActions } from '../../frame/shell-actions.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import classes from './palette.module.css';
import { type PaletteRow, usePaletteGroups } from './palette-rows.tsx';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export default function Palette({ onClose, actions }: { onClose: () => void; actions: ShellActions }) {
  useFocusBack();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, searching, error } = usePaletteGroups(typed.trim(), actions);
  const rows = groups.flatMap((group) => group.rows);
  // Rows that come later move the others, not the choice beyond the end.
  const active = Math.min(chosen, rows.length - 1);

  const run = (row: PaletteRow | undefined) => {
    if (!row) return;
    onClose();
    row.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && rows.length > 0) {
      event.preventDefault();
      setChosen((active + step + rows.length) % rows.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      run(rows[active]);
    }
  };
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;
  let index = -1;
  return (
    <Modal.Root opened onClose={onClose} size="38rem" yOffset="10vh" transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Buscar en todo">
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden="true" />
          <input
            role="combobox"
            aria-label="Buscar"
            aria-expanded={rows.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={rows.length > 0 ? optionId(active) : undefined}
            placeholder="Busca pantallas, chatbots, conversaciones y clientes"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          {searching ? <Loader size="xs" aria-hidden="true" /> : null}
        </div>
        <div ref={list} id={listId} role="listbox" aria-label="Resultados" className={classes.list}>
          {groups.map((group) => (
            <fieldset key={group.label} className={classes.group} aria-labelledby={`${id}-${group.label}`}>
              <div id={`${id}-${group.label}`} role="presentation" className={classes.heading}>
                {group.label}
              </div>
              {group.rows.map((row) => {
                index += 1;
                const own = index;
                return (
                  <button
                    type="button"
                    key={row.key}
                    tabIndex={-1}
                    id={optionId(own)}
                    role="option"
                    aria-selected={own === active}
                    data-index={own}
                    className={classes.option}
                    onClick={() => run(row)}
                    // The focus stays in the field.
                    onMouseDown={(event) => event.preventDefault()}
                    onMouseMove={() => setChosen(own)}
                  >
                    {row.icon}
                    <span>
                      {row.label}
                      {row.detail ? <small>{row.detail}</small> : null}
                    </span>
                  </button>
                );
              })}
            </fieldset>
          ))}
        </div>
        <p role="status" className={classes.status}>
          {rows.length === 0 && !searching ? `Nada coincide con «${typed.trim()}».` : null}
        </p>
        {error ? (
          <p role="alert" className={classes.status}>
            {sentence(error)}
          </p>
        ) : null}
      </Modal.Content>
    </Modal.Root>
  );
}
