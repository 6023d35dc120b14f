/** How sure the bot must be, and what it says when it is not. Edits the draft. */
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { SaveBar } from '../forms/save-bar.tsx';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import classes from './ai.module.css';
import {
  type EngineFault,
  type EngineFields,
  engineFaults,
  engineToSend,
  MOST_TEXTS,
} from './ai-settings.ts';
import { AnswersField } from './answers-field.tsx';

interface EngineFormProps {
  botId: number;
  form: Typed<EngineFields>;
}

const TEXTS_OF = [
  ['fallback_answers', 'Cuando no entiende', 'Lo que dice si nada se parece a lo que le escriben.'],
  ['choice_answers', 'Cuando duda', 'Va sobre las dos o tres opciones que más se parecen.'],
  ['offer_answers', 'Cuando ofrece una persona', 'Después de varios mensajes que no entendió.'],
] as const;

export function EngineForm({ botId, form }: EngineFormProps) {
  const allowed = useMay()('skill_base', 'edit');
  const edited = useDraftEdited();
  const [faults, setFaults] = useState<EngineFault>({});
  const { value } = form;
  const save = useFormAct({
    run: (revision) =>
      call(botDraftCalls.updateEngineSettings, {
        body: { bot_id: botId, settings: engineToSend(value), revision },
      }),
    done: async ({ revision }) => {
      await edited(revision);
      form.forget();
      toastSuccess('Configuración guardada');
    },
    refresh: edited,
  });
  const refused = refusedFields([save]);
  const put = (change: Partial<EngineFields>) => form.set((before) => ({ ...before, ...change }));
  const submit = submitOf(save, form, () => {
    const found = engineFaults(value);
    setFaults(found);
    return Object.keys(found).length === 0;
  });
  const disabled = !allowed || save.isPending;
  const number = (name: 'answer_at' | 'offer_at' | 'offer_person_after') => ({
    inputMode: 'numeric' as const,
    value: value[name],
    error: faults[name] ?? refused[name],
    disabled,
    onChange: (event: { currentTarget: { value: string } }) => put({ [name]: event.currentTarget.value }),
  });
  return (
    <Section
      id="ai-engine"
      title="Comprensión"
      lead="Cada mensaje se compara con las frases de tus interacciones; el resultado es una certeza de 0 a 100. Tus clientes lo notan cuando publiques."
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <FormNotes form={form} acts={[save]} />
        <div className={classes.numbers}>
          <TextInput
            label="Certeza para responder (%)"
            description="Desde aquí responde sin preguntar."
            {...number('answer_at')}
          />
          <TextInput
            label="Certeza para ofrecer opciones (%)"
            description="Desde aquí pregunta a cuál se refiere."
            {...number('offer_at')}
          />
          <TextInput
            label="Mensajes sin entender"
            description="Después de estos seguidos ofrece una persona."
            {...number('offer_person_after')}
          />
        </div>
        {TEXTS_OF.map(([name, label, description]) => (
          <AnswersField
            key={name}
            label={label}
            description={description}
            answers={value[name]}
            most={MOST_TEXTS}
            error={faults[name] ?? refused[name]}
            disabled={disabled}
            onChange={(answers) => put({ [name]: answers })}
          />
        ))}
        <Textarea
          label="Frases que no debe responder"
          description="Una por línea: temas ajenos a tu negocio que se parecen a los tuyos."
          value={value.counterexamples}
          error={faults.counterexamples ?? refused['counterexamples']}
          disabled={disabled}
          autosize
          minRows={2}
          maxRows={10}
          onChange={(event) => put({ counterexamples: event.currentTarget.value })}
        />
        <SaveBar form={form} acts={[save]} allowed={allowed}>
          Guardar comprensión
        </SaveBar>
      </form>
    </Section>
  );
}
