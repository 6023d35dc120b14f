/** 'Prueba una pregunta': what the documents have to say to it, and whether that would be an answer. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { documentCalls } from '../../../contract/calls/documents.ts';
import { DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { Section } from '../../ui/screen.tsx';
import classes from './documents.module.css';

/** @param document marks the passages of this one */
export function AskDocuments({ document }: { document?: string }) {
  const { place } = usePlace();
  const [text, setText] = useState('');
  const asking = useMutation({
    mutationFn: (question: string) =>
      call(documentCalls.askDocuments, { body: { bot_id: place.bot.id, text: question } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') asking.mutate(text.trim());
  };
  const found = asking.data;
  return (
    <Section
      id="probar"
      title="Prueba una pregunta"
      lead="Busca en todos los documentos leídos, como lo hace la vista previa."
    >
      <form className={classes.url} onSubmit={submit}>
        <TextInput
          label="Pregunta de un cliente"
          placeholder="¿Cuánto tiempo tengo para cambiar algo?"
          value={text}
          maxLength={DOCUMENT_LIMITS.question}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={asking.isPending} disabled={text.trim() === ''}>
          Probar
        </Button>
      </form>
      {asking.error ? (
        <p role="alert" className={classes.error}>
          {sentence(asking.error)}
        </p>
      ) : null}
      <div role="status">
        {found && !found.some(({ answers }) => answers) ? (
          <p>Ningún documento responde eso: el chatbot seguiría con su respuesta por defecto.</p>
        ) : null}
      </div>
      {found && found.length > 0 ? (
        <ol className={classes.passages} aria-label="Fragmentos encontrados">
          {found.map(({ id, title, place: where, heading, text: said, score, answers, document_id }) => (
            <li key={id} data-answers={answers || undefined}>
              <p className={classes.facts}>
                <strong>{answers ? 'Respondería' : 'No alcanza'}</strong> · cubre {Math.round(score * 100)} %
                · {document_id === document ? 'este documento' : title}
                {where ? `, ${where}` : ''}
                {heading ? ` · ${heading}` : ''}
              </p>
              <p className={classes.text}>{said}</p>
            </li>
          ))}
        </ol>
      ) : null}
    </Section>
  );
}
