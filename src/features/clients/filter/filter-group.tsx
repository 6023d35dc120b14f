/** A group of conditions of which all hold, or any; it may hold groups itself. */
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import { dayIn } from '../../../../contract/days.ts';
import { FILTER_LIMITS } from '../../../../contract/entities/filter-limits.ts';
import type { FilterFault } from '../../../../contract/entities/lead-filter.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { useZone } from '../../../bot/place-context.ts';
import { DayField } from '../../../ui/day-field/day-field.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import classes from './filter.module.css';
import {
  type DraftCondition,
  type DraftGroup,
  hasRoom,
  isDraftGroup,
  newCondition,
  newGroup,
  withNewPart,
  withOp,
  withPart,
} from './filter-draft.ts';
import { type FilterField, opsOf } from './words.ts';

interface FilterGroupProps {
  /** The whole. */
  draft: DraftGroup;
  group: DraftGroup;
  depth: number;
  /** Where the group stands in the filter. */
  path: string;
  fields: readonly FilterField[];
  tags: readonly string[];
  fault: FilterFault | null;
  onChange: (draft: DraftGroup) => void;
}

export function FilterGroup(props: FilterGroupProps) {
  const { draft, group, depth, path, fields, tags, fault, onChange } = props;
  const inner = depth > 1;
  const change = (key: number, part: (one: DraftCondition) => DraftCondition | null) =>
    onChange(withPart(draft, key, (one) => (isDraftGroup(one) ? one : part(one))));
  const [first] = fields;
  const add = () => {
    if (first) onChange(withNewPart(draft, group.key, newCondition(first.name, first.kind)));
  };
  const addGroup = () => {
    const part = newGroup(group.word === 'all' ? 'any' : 'all');
    if (!first) return;
    onChange(
      withNewPart(withNewPart(draft, group.key, part), part.key, newCondition(first.name, first.kind)),
    );
  };
  const word = (value: string) => {
    const next = value === 'any' ? 'any' : 'all';
    onChange(
      draft.key === group.key
        ? { ...draft, word: next }
        : withPart(draft, group.key, (one) => (isDraftGroup(one) ? { ...one, word: next } : one)),
    );
  };
  const room = hasRoom(draft, group);
  // A group in which nothing stands is no part of the filter.
  let place = -1;
  return (
    <fieldset className={classes.group}>
      <legend>
        <NativeSelect
          aria-label={inner ? 'Qué condiciones del grupo' : 'Qué condiciones'}
          value={group.word}
          data={[
            { value: 'all', label: 'Cumplen todas' },
            { value: 'any', label: 'Cumplen alguna' },
          ]}
          onChange={(event) => word(event.currentTarget.value)}
        />
        {inner ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange(withPart(draft, group.key, () => null))}
          >
            Quitar grupo
          </Button>
        ) : null}
      </legend>
      {group.parts.map((part) => {
        if (!isDraftGroup(part) || part.parts.length > 0) place += 1;
        const at = `${path === '' ? '' : `${path}.`}${group.word}.${place}`;
        if (isDraftGroup(part))
          return <FilterGroup key={part.key} {...props} group={part} depth={depth + 1} path={at} />;
        return (
          <Condition
            key={part.key}
            condition={part}
            fields={underBrands(fields, group)}
            tags={tags}
            fault={fault && (fault.path === at || fault.path.startsWith(`${at}.`)) ? fault.message : null}
            onChange={(next) => change(part.key, () => next)}
          />
        );
      })}
      <div className={classes.adders}>
        <Button variant="default" size="compact-md" disabled={!room} onClick={add}>
          Agregar condición
        </Button>
        {depth < FILTER_LIMITS.depth ? (
          <Button variant="default" size="compact-md" disabled={!room} onClick={addGroup}>
            Agregar grupo
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}

/** Models beside 'marca es alguna de': those of the brands alone. */
function underBrands(fields: readonly FilterField[], group: DraftGroup): readonly FilterField[] {
  const brands = group.parts.flatMap((part) =>
    !isDraftGroup(part) && part.field === 'field.marca' && part.op === 'in' && Array.isArray(part.value)
      ? part.value
      : [],
  );
  if (group.word !== 'all' || brands.length === 0) return fields;
  const chosen = group.parts.flatMap((part) =>
    !isDraftGroup(part) && part.field === 'field.modelo' && Array.isArray(part.value) ? part.value : [],
  );
  return fields.map((field) => {
    if (field.name !== 'field.modelo' || !field.choices) return field;
    // One that was chosen before stays in sight, to be taken away.
    const choices = field.choices.filter(
      ({ value, marca }) => marca === undefined || brands.includes(marca) || chosen.includes(value),
    );
    return { ...field, choices };
  });
}

interface ConditionProps {
  condition: DraftCondition;
  fields: readonly FilterField[];
  tags: readonly string[];
  fault: string | null;
  /** Null takes it away. */
  onChange: (condition: DraftCondition | null) => void;
}

function Condition({ condition, fields, tags, fault, onChange }: ConditionProps) {
  const field = fields.find(({ name }) => name === condition.field) ?? fields[0];
  if (!field) return null;
  return (
    <div className={classes.condition}>
      <NativeSelect
        aria-label="Campo"
        value={field.name}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => {
          const next = fields.find(({ name }) => name === event.currentTarget.value);
          if (next) onChange({ ...newCondition(next.name, next.kind), key: condition.key });
        }}
      />
      <NativeSelect
        aria-label={`Condición de ${field.label}`}
        value={condition.op}
        data={opsOf(field.kind)}
        onChange={(event) => {
          const op = opsOf(field.kind).find(({ value }) => value === event.currentTarget.value);
          if (op) onChange(withOp(condition, field.kind, op.value));
        }}
      />
      <Value condition={condition} field={field} tags={tags} onChange={onChange} />
      <ActionIcon
        size="lg"
        aria-label={`Quitar la condición de ${field.label}`}
        onClick={() => onChange(null)}
      >
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
      {fault ? (
        <p role="alert" className={classes.fault}>
          {fault}
        </p>
      ) : null}
    </div>
  );
}

interface ValueProps {
  condition: DraftCondition;
  field: FilterField;
  tags: readonly string[];
  onChange: (condition: DraftCondition) => void;
}

function Value({ condition, field, tags, onChange }: ValueProps) {
  const { op, value } = condition;
  const listId = useId();
  const zone = useZone();
  const now = useServerNow();
  const name = `Valor de ${field.label}`;
  const set = (next: DraftCondition['value']) => onChange({ ...condition, value: next });
  if (op === 'empty' || field.kind === 'boolean') {
    const words = op === 'empty' ? ['vacío', 'con dato'] : ['Sí', 'No'];
    return (
      <NativeSelect
        aria-label={name}
        value={value === false ? 'no' : 'si'}
        data={[
          { value: 'si', label: words[0] ?? '' },
          { value: 'no', label: words[1] ?? '' },
        ]}
        onChange={(event) => set(event.currentTarget.value === 'si')}
      />
    );
  }
  if (field.kind === 'choice') {
    const chosen = Array.isArray(value) ? value : [];
    return field.choices ? (
      <Choices name={name} choices={field.choices} chosen={chosen} onChange={set} />
    ) : (
      <TagsField name={name} known={tags} chosen={chosen} onChange={set} />
    );
  }
  const text = String(value);
  const input = {
    'aria-label': name,
    value: text,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  };
  if (op === 'within_days') {
    return (
      <div className={classes.days}>
        <TextInput {...input} inputMode="numeric" maxLength={4} />
        días
      </div>
    );
  }
  // A filter of an address may carry a moment; its day is shown.
  if (field.kind === 'date')
    return (
      <DayField aria-label={name} value={text.replace(/T.*/, '')} today={dayIn(now, zone)} onChange={set} />
    );
  return (
    <>
      <TextInput
        {...input}
        {...(field.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
        {...(field.known?.length ? { list: listId } : {})}
        maxLength={FILTER_LIMITS.text}
      />
      {field.known?.length ? (
        <datalist id={listId}>
          {field.known.map((known) => (
            <option key={known} value={known} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

interface ChoicesProps {
  name: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Choices({ name, choices, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className={classes.choices} aria-label={name}>
      {choices.map(({ value, label }) => {
        const on = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            className={classes.choice}
            aria-pressed={on}
            onClick={() => onChange(on ? chosen.filter((one) => one !== value) : [...chosen, value])}
          >
            {label}
          </button>
        );
      })}
    </fieldset>
  );
}

interface TagsFieldProps {
  name: string;
  known: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Several, with commas between them. */
function TagsField({ name, known, chosen, onChange }: TagsFieldProps) {
  const listId = useId();
  return (
    <>
      <TextInput
        aria-label={name}
        placeholder="Etiquetas, separadas por comas"
        list={listId}
        defaultValue={chosen.join(', ')}
        onChange={(event) =>
          onChange(
            event.currentTarget.value
              .split(',')
              .map((tag) => tag.trim().slice(0, LIMITS.tagText))
              .filter((tag) => tag !== ''),
          )
        }
      />
      <datalist id={listId}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
