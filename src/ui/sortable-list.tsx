/**
 * A list whose order people choose: by dragging the handle, by keyboard on it (space, arrows, space), or with the two
 * arrow buttons. Built on @dnd-kit (docs/decisions/0018): it speaks to screen readers while something moves.
 */

import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import IconGripVertical from '@tabler/icons-react/dist/esm/icons/IconGripVertical.mjs';
import { type ReactNode, useRef } from 'react';
import { moved } from './moved.ts';
import classes from './sortable-list.module.css';

export interface SortableItem {
  key: string;
}

interface SortableListProps<T extends SortableItem> {
  items: readonly T[];
  /** What the list holds: 'Opciones del menú'. */
  label: string;
  /** What people call the item. */
  nameOf: (item: T) => string;
  disabled?: boolean;
  onOrder: (items: T[]) => void;
  children: (item: T, place: number) => ReactNode;
}

export function SortableList<T extends SortableItem>(props: SortableListProps<T>) {
  const { items, label, nameOf, disabled = false, onOrder, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** Taken and not moved yet: that it stands on its own place is no news. */
  const taken = useRef(false);
  const place = (key: unknown) => items.findIndex((item) => item.key === key);
  const move = (from: number, to: number) => {
    if (from !== to && from >= 0 && to >= 0 && to < items.length) onOrder(moved(items, from, to));
  };
  const named = (key: unknown) => {
    const item = items[place(key)];
    return item ? `«${nameOf(item)}»` : 'La opción';
  };
  const at = (key: unknown) => `lugar ${place(key) + 1} de ${items.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      taken.current = true;
      return `Tomaste ${named(active.id)}, ${at(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      if (taken.current && over?.id === active.id) return undefined;
      taken.current = false;
      return over
        ? `${named(active.id)} está sobre el ${at(over.id)}.`
        : `${named(active.id)} está fuera de la lista.`;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${named(active.id)} quedó en el ${at(over.id)}.` : `${named(active.id)} quedó donde estaba.`,
    onDragCancel: ({ active }) => `${named(active.id)} volvió a su lugar.`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'Para mover, presiona espacio; usa las flechas arriba y abajo; presiona espacio para soltar o Escape para cancelar.',
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over) move(place(active.id), place(over.id));
      }}
    >
      <SortableContext
        items={items.map(({ key }) => key)}
        strategy={verticalListSortingStrategy}
        disabled={disabled}
      >
        <ol className={classes.list} aria-label={label}>
          {items.map((item, index) => (
            <Row
              key={item.key}
              id={item.key}
              name={nameOf(item)}
              disabled={disabled}
              onUp={index > 0 ? () => move(index, index - 1) : null}
              onDown={index < items.length - 1 ? () => move(index, index + 1) : null}
            >
              {children(item, index)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface RowProps {
  id: string;
  name: string;
  disabled: boolean;
  /** Null: it is the first, the last. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  children: ReactNode;
}

function Row({ id, name, disabled, onUp, onDown, children }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.ways}>
        <ActionIcon
          size="sm"
          aria-label={`Subir ${name}`}
          disabled={disabled || !onUp}
          onClick={onUp ?? undefined}
        >
          <IconArrowUp size={15} aria-hidden="true" />
        </ActionIcon>
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          className={classes.handle}
          aria-roledescription="elemento que se puede mover"
          aria-label={`Mover ${name}`}
          disabled={disabled}
        >
          <IconGripVertical size={16} aria-hidden="true" />
        </button>
        <ActionIcon
          size="sm"
          aria-label={`Bajar ${name}`}
          disabled={disabled || !onDown}
          onClick={onDown ?? undefined}
        >
          <IconArrowDown size={15} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={classes.content}>{children}</div>
    </li>
  );
}
