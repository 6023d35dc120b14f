/** The value that an interaction asks for before it answers: what kind, what for, by which name texts call it. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import classes from './fields.module.css';
import { SLOT_KIND_TEXTS, SLOT_START, type SlotDraft, slotKindOf } from './slot-draft.ts';

interface SlotFieldsProps {
  slot: SlotDraft;
  error: { name?: string | undefined; question?: string | undefined };
  disabled?: boolean;
  onChange: (slot: SlotDraft) => void;
}

export function SlotFields({ slot, error, disabled = false, onChange }: SlotFieldsProps) {
  const name = slot.name.trim() || 'dato';
  return (
    <details className={classes.advanced} open={slot.kind !== '' || undefined}>
      <summary>Pedir un dato antes de responder</summary>
      <div>
        <NativeSelect
          label="Dato"
          description="Si el mensaje del cliente ya lo trae, no se le pregunta."
          value={slot.kind}
          disabled={disabled}
          data={[
            { value: '', label: 'Ninguno' },
            ...Object.entries(SLOT_KIND_TEXTS).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => {
            const kind = slotKindOf(event.currentTarget.value);
            // What nobody has changed yet follows the kind.
            const untouched = slot.kind === '' || slot.name === SLOT_START[slot.kind].name;
            onChange(kind === '' || !untouched ? { ...slot, kind } : { kind, ...SLOT_START[kind] });
          }}
        />
        {slot.kind === '' ? null : (
          <>
            <Textarea
              label="Pregunta"
              value={slot.question}
              error={error.question}
              maxLength={BOT_LIMITS.botSlotQuestion}
              disabled={disabled}
              autosize
              minRows={1}
              maxRows={4}
              onChange={(event) => onChange({ ...slot, question: event.currentTarget.value })}
            />
            <TextInput
              label="Nombre del dato"
              description={`En la respuesta escribe {{${name}}} donde va lo que diga el cliente.`}
              value={slot.name}
              error={error.name}
              maxLength={40}
              disabled={disabled}
              spellCheck={false}
              onChange={(event) => onChange({ ...slot, name: event.currentTarget.value })}
            />
          </>
        )}
      </div>
    </details>
  );
}
