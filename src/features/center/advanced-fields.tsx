/** What few interactions need: the way to a person, what follows, when it may answer. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { AREAS } from '../../../contract/states.ts';
import classes from './fields.module.css';
import type { InteractionDraft } from './interaction-draft.ts';
import { NodeSelect } from './node-select.tsx';

interface AdvancedFieldsProps {
  draft: InteractionDraft;
  onChange: (change: Partial<InteractionDraft>) => void;
  nodes: readonly ClientNode[];
  /** The node itself: it can't follow itself. */
  self?: string | undefined;
  errors: Record<string, string>;
  disabled?: boolean;
}

export function AdvancedFields({
  draft,
  onChange,
  nodes,
  self,
  errors,
  disabled = false,
}: AdvancedFieldsProps) {
  const used =
    draft.handoff || draft.next !== null || draft.parent !== null || draft.conditions.trim() !== '';
  return (
    <details className={classes.advanced} open={used || Object.keys(errors).length > 0 || undefined}>
      <summary>Opciones avanzadas</summary>
      <div>
        <Checkbox
          label="Después de responder, pasa la conversación a una persona"
          checked={draft.handoff}
          disabled={disabled}
          onChange={(event) => onChange({ handoff: event.currentTarget.checked })}
        />
        {draft.handoff ? (
          <NativeSelect
            label="Área que la recibe"
            value={draft.area ?? ''}
            disabled={disabled}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              onChange({ area: AREAS.find((area) => area === chosen) ?? null });
            }}
            data={[
              { value: '', label: 'La que indiquen las reglas del chatbot' },
              ...AREAS.map((area) => ({ value: area, label: area })),
            ]}
          />
        ) : null}
        <NodeSelect
          label="Enseguida dice"
          description="Otra interacción que se responde justo después de esta."
          none="Nada más"
          nodes={nodes}
          without={self}
          value={draft.next ?? ''}
          disabled={disabled}
          onChange={(next) => onChange({ next: next || null })}
        />
        <NodeSelect
          label="Solo responde después de"
          none="En cualquier momento"
          nodes={nodes}
          without={self}
          value={draft.parent ?? ''}
          disabled={disabled}
          onChange={(parent) => onChange({ parent: parent || null })}
        />
        <TextInput
          label="Condición"
          description="Por ejemplo: @producto && !$abierto. Vacía: siempre que el cliente pregunte por esto."
          value={draft.conditions}
          error={errors['conditions']}
          maxLength={BOT_LIMITS.botCondition}
          disabled={disabled}
          spellCheck={false}
          onChange={(event) => onChange({ conditions: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
