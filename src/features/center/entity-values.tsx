/** The values of an entity, each with what it is recognised by. */
import { ActionIcon, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useRef } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { EMPTY_VALUE, type ValueDraft } from './entity-draft.ts';
import classes from './entity-editor.module.css';

/** Values have no name of their own while they are typed. */
const PLACES = Array.from({ length: BOT_LIMITS.botEntityValues }, (_, place) => `value-${place}`);

interface EntityValuesProps {
  values: readonly ValueDraft[];
  errorOf: (at: number) => string | undefined;
  disabled: boolean;
  onChange: (change: (values: ValueDraft[]) => ValueDraft[]) => void;
}

export function EntityValues({ values, errorOf, disabled, onChange }: EntityValuesProps) {
  const list = useRef<HTMLOListElement>(null);
  const put = (at: number, change: Partial<ValueDraft>) =>
    onChange((before) => before.map((one, place) => (place === at ? { ...one, ...change } : one)));
  const add = () => {
    onChange((before) => [...before, EMPTY_VALUE]);
    // The new field is where one goes on typing.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <>
      <ol className={classes.values} ref={list} aria-label="Valores">
        {values.map(({ value, type, lines }, at) => (
          <li key={PLACES[at]}>
            <TextInput
              label={`Valor ${at + 1}`}
              value={value}
              error={errorOf(at)}
              maxLength={80}
              disabled={disabled}
              onChange={(event) => put(at, { value: event.currentTarget.value })}
            />
            <NativeSelect
              label="Se reconoce por"
              value={type}
              disabled={disabled}
              data={[
                { value: 'synonyms', label: 'Sinónimos' },
                { value: 'patterns', label: 'Patrones' },
              ]}
              onChange={(event) =>
                put(at, { type: event.currentTarget.value === 'patterns' ? 'patterns' : 'synonyms' })
              }
            />
            <ActionIcon
              aria-label={`Quitar el valor ${value || at + 1}`}
              disabled={disabled}
              onClick={() => onChange((before) => before.filter((_, place) => place !== at))}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
            <Textarea
              label={type === 'synonyms' ? `Sinónimos de ${value || 'este valor'}` : 'Expresiones regulares'}
              description="Una por línea."
              value={lines}
              disabled={disabled}
              autosize
              minRows={1}
              maxRows={8}
              onChange={(event) => put(at, { lines: event.currentTarget.value })}
            />
          </li>
        ))}
      </ol>
      {values.length < BOT_LIMITS.botEntityValues ? (
        <Button
          variant="subtle"
          className={classes.add}
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={add}
        >
          Agregar valor
        </Button>
      ) : null}
    </>
  );
}
