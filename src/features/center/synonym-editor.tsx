/** One group of synonyms in a drawer: the owner's own word, and what customers say for it. */
import { Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botSynonymCalls } from '../../../contract/calls/bot-synonyms.ts';
import type { ClientSynonym, GeneralConcept } from '../../../contract/entities/bot-synonym.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import notes from '../../ui/form-notes.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { useTyped } from '../../ui/use-typed.ts';
import { DrawerForm } from '../forms/drawer-form.tsx';
import { askFirst, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import {
  conceptOf,
  EMPTY_SYNONYM,
  type SynonymFaults,
  synonymFaults,
  synonymFormOf,
  wordsToSend,
} from './synonym-draft.ts';

interface SynonymEditorProps {
  /** Null: a new one. */
  group: ClientSynonym | null;
  taken: readonly string[];
  general: readonly GeneralConcept[];
  /** The draft's, when the group was read. */
  revision: number;
  onClose: () => void;
}

export default function SynonymEditor({ group, taken, general, revision, onClose }: SynonymEditorProps) {
  const { place, user } = usePlace();
  const may = useMay();
  const edited = useDraftEdited();
  const botId = place.bot.id;
  const saved = useMemo(() => (group ? synonymFormOf(group) : EMPTY_SYNONYM), [group]);
  const typed = useTyped(`synonym/${user.id}/${botId}/${group?.synonym_name ?? ''}`, saved, revision);
  const [faults, setFaults] = useState<SynonymFaults>({});
  const form = typed.value;
  const name = form.name.trim();
  const concept = conceptOf(name, general);

  const done = (text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
  };
  const save = useFormAct({
    run: (seen) => {
      const body = { bot_id: botId, synonym_name: name, words: wordsToSend(form) };
      return group
        ? call(botSynonymCalls.updateSynonym, { body: { ...body, revision: seen } })
        : call(botSynonymCalls.createSynonym, { body });
    },
    // What is opened next is read at this revision: one's own edit is nobody else's change.
    done: async (answer) => {
      await edited(answer.revision);
      done(group ? 'Sinónimos guardados' : 'Sinónimos creados');
    },
    refresh: edited,
  });
  const remove = useFormAct({
    run: (seen) =>
      call(botSynonymCalls.deleteSynonym, {
        params: { synonym: name },
        query: { bot_id: botId, revision: seen },
      }),
    done: async (answer) => {
      done('Sinónimos eliminados');
      await edited(answer.revision);
    },
    refresh: edited,
    insist: 'Eliminar de todos modos',
  });
  const refused = refusedFields([save, remove]);
  const allowed = may('skill_base', group ? 'edit' : 'add');
  const disabled = !allowed || save.isPending;

  return (
    <DrawerForm
      title={group ? `Sinónimos de ${group.synonym_name}` : 'Nuevos sinónimos'}
      width="36rem"
      form={typed}
      save={save}
      remove={
        group && {
          act: remove,
          allowed: may('skill_base', 'delete'),
          ask: () =>
            askFirst(remove, typed, {
              title: `¿Eliminar los sinónimos de «${name}»?`,
              text: 'Tu chatbot dejará de entender esas palabras por igual cuando publiques.',
              confirm: 'Eliminar',
            }),
        }
      }
      allowed={allowed}
      leaving="Lo que escribiste en estos sinónimos se perderá."
      onSubmit={submitOf(save, typed, () => {
        const found = synonymFaults(form, group ? [] : taken);
        setFaults(found);
        return Object.keys(found).length === 0;
      })}
      onClose={onClose}
    >
      {group ? null : (
        <TextInput
          label="Tu palabra"
          description="La que usas en tus frases de ejemplo. Después no se cambia."
          value={form.name}
          error={faults.name ?? refused['synonym_name']}
          maxLength={BOT_LIMITS.botSynonym}
          disabled={disabled}
          onChange={(event) => {
            const { value } = event.currentTarget;
            typed.set((before) => ({ ...before, name: value }));
          }}
          data-autofocus
        />
      )}
      {concept ? (
        <p className={notes.note}>
          Tu chatbot ya entiende por «{concept.name}»: {concept.words.join(', ')}. Lo que agregues se suma.
        </p>
      ) : null}
      <Textarea
        label="Lo que dicen tus clientes"
        description="Una palabra o frase corta por línea."
        value={form.lines}
        error={faults.words ?? Object.entries(refused).find(([field]) => field.startsWith('words'))?.[1]}
        disabled={disabled}
        autosize
        minRows={4}
        maxRows={14}
        onChange={(event) => {
          const { value } = event.currentTarget;
          typed.set((before) => ({ ...before, lines: value }));
        }}
      />
    </DrawerForm>
  );
}
