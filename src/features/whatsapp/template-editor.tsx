/** Writes a template: its parts on one side, what the customer will see on the other, and what WhatsApp would refuse. */
import { ActionIcon, Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { categoryText } from '../../../contract/entities/template-words.ts';
import { TEMPLATE_CATEGORIES } from '../../../contract/entities/waba-template.ts';
import { isFileFormat } from '../../../contract/rules/template-files.ts';
import { TEMPLATE_LIMITS, templateFault } from '../../../contract/rules/template-rules.ts';
import { type FilledSlot, variablesOf } from '../../../contract/rules/template-slots.ts';
import { sentence } from '../../api/api-error.ts';
import { TemplatePreview } from '../templates/template-preview.tsx';
import {
  BUTTON_TYPES,
  type ButtonType,
  componentsOfDraft,
  type Draft,
  type DraftButton,
  HEAD_KINDS,
  type HeadKind,
} from './draft-state.ts';
import { HeaderFile } from './header-file.tsx';
import classes from './whatsapp.module.css';

const LANGUAGES = [
  { value: 'es_CL', label: 'Español (Chile)' },
  { value: 'es', label: 'Español' },
  { value: 'en_US', label: 'Inglés (EE. UU.)' },
  { value: 'pt_BR', label: 'Portugués (Brasil)' },
];
const BUTTON_LABELS: Record<ButtonType, string> = {
  QUICK_REPLY: 'Respuesta rápida',
  URL: 'Abrir enlace',
  PHONE_NUMBER: 'Llamar',
  COPY_CODE: 'Copiar código',
};
const VALUE_LABELS: Record<ButtonType, string> = {
  QUICK_REPLY: '',
  URL: 'Enlace',
  PHONE_NUMBER: 'Teléfono',
  COPY_CODE: 'Código de ejemplo',
};
const HEAD_LABELS: Record<HeadKind, string> = {
  NONE: 'Sin encabezado',
  TEXT: 'Texto',
  IMAGE: 'Imagen',
  VIDEO: 'Video',
  DOCUMENT: 'Documento',
  LOCATION: 'Ubicación',
};
const CATEGORY_HELP = {
  UTILITY: 'Sobre algo que el cliente pidió: un pedido, una cita, un pago.',
  MARKETING: 'Ofertas y novedades; solo a quien aceptó recibirlas.',
  AUTHENTICATION: 'Códigos de un solo uso.',
};

interface TemplateEditorProps {
  initial: Draft;
  /** Its name, language and category stay as they are. */
  known: boolean;
  submitLabel: string;
  onSubmit: (draft: Draft) => Promise<unknown>;
  onCancel: () => void;
}

export function TemplateEditor({ initial, known, submitLabel, onSubmit, onCancel }: TemplateEditorProps) {
  const [draft, setDraft] = useState(initial);
  const [tried, setTried] = useState(false);
  const [shownFile, setShownFile] = useState<string | null>(null);
  const save = useMutation({ mutationFn: () => onSubmit(draft) });
  const components = componentsOfDraft(draft);
  const fault = templateFault({ name: draft.name, components });
  const patch = (change: Partial<Draft>) => {
    // A file may arrive while words are typed.
    setDraft((now) => ({ ...now, ...change }));
    save.reset();
  };
  const examples = variablesIn(draft);
  const slots: FilledSlot[] = examples.map(({ part, key }) => ({
    part,
    index: 0,
    key,
    value: draft.examples[`${part} ${key}`] ?? '',
  }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fault === null && !save.isPending) save.mutate();
  };
  const error = save.error ? sentence(save.error) : tried ? fault : null;
  return (
    <form onSubmit={submit} noValidate className={classes.editor}>
      <div className={classes.form}>
        {known ? null : (
          <>
            <TextInput
              label="Nombre"
              description="Solo minúsculas, números y guion bajo. El cliente no lo ve."
              value={draft.name}
              maxLength={512}
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) =>
                patch({ name: event.currentTarget.value.toLowerCase().replaceAll(' ', '_') })
              }
            />
            <Group grow align="start">
              <NativeSelect
                label="Idioma"
                data={LANGUAGES}
                value={draft.language}
                onChange={(event) => patch({ language: event.currentTarget.value })}
              />
              <NativeSelect
                label="Categoría"
                description={CATEGORY_HELP[draft.category]}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                data={TEMPLATE_CATEGORIES.map((value) => ({ value, label: categoryText(value) }))}
                value={draft.category}
                onChange={(event) => patch({ category: event.currentTarget.value as Draft['category'] })}
              />
            </Group>
          </>
        )}
        <NativeSelect
          label="Encabezado"
          data={HEAD_KINDS.map((value) => ({ value, label: HEAD_LABELS[value] }))}
          value={draft.head}
          onChange={(event) => {
            setShownFile(null);
            patch({ head: event.currentTarget.value as HeadKind, file: null });
          }}
        />
        {draft.head === 'TEXT' ? (
          <TextInput
            label="Texto del encabezado"
            description={`Hasta ${TEMPLATE_LIMITS.header} caracteres y una variable.`}
            value={draft.header}
            maxLength={TEMPLATE_LIMITS.header}
            onChange={(event) => patch({ header: event.currentTarget.value })}
          />
        ) : null}
        {isFileFormat(draft.head) ? (
          <HeaderFile
            key={draft.head}
            format={draft.head}
            file={draft.file}
            onChange={(file, url) => {
              setShownFile(url);
              patch({ file });
            }}
          />
        ) : null}
        <Textarea
          label="Texto"
          description={`Escribe {{1}}, {{2}}… donde va un dato. ${draft.body.length} de ${TEMPLATE_LIMITS.body} caracteres.`}
          value={draft.body}
          rows={5}
          onChange={(event) => patch({ body: event.currentTarget.value })}
        />
        <TextInput
          label="Pie (opcional)"
          description={`Hasta ${TEMPLATE_LIMITS.footer} caracteres, sin variables.`}
          value={draft.footer}
          maxLength={TEMPLATE_LIMITS.footer}
          onChange={(event) => patch({ footer: event.currentTarget.value })}
        />
        {examples.length > 0 ? (
          <fieldset className={classes.examples}>
            <legend>Un ejemplo de cada dato: WhatsApp los pide para revisarla</legend>
            {examples.map(({ part, key }) => (
              <TextInput
                key={`${part} ${key}`}
                label={part === 'header' ? `Encabezado {{${key}}}` : `{{${key}}}`}
                value={draft.examples[`${part} ${key}`] ?? ''}
                maxLength={200}
                onChange={(event) =>
                  patch({ examples: { ...draft.examples, [`${part} ${key}`]: event.currentTarget.value } })
                }
              />
            ))}
          </fieldset>
        ) : null}
        <Buttons all={draft.buttons} onChange={(buttons) => patch({ buttons })} />
        {error ? (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            {submitLabel}
          </Button>
        </Group>
      </div>
      <div className={classes.side}>
        <TemplatePreview
          components={components}
          slots={slots.filter(({ value }) => value.trim() !== '')}
          file={draft.file && shownFile ? { url: shownFile, name: draft.file.name } : null}
          caption="Así la verá el cliente, con tus ejemplos"
        />
      </div>
    </form>
  );
}

function variablesIn({ head, header, body }: Draft): { part: 'header' | 'body'; key: string }[] {
  return [
    ...(head === 'TEXT' ? variablesOf(header).map((key) => ({ part: 'header' as const, key })) : []),
    ...variablesOf(body).map((key) => ({ part: 'body' as const, key })),
  ];
}

function Buttons({ all, onChange }: { all: DraftButton[]; onChange: (all: DraftButton[]) => void }) {
  const patch = (id: number, change: Partial<DraftButton>) =>
    onChange(all.map((one) => (one.id === id ? { ...one, ...change } : one)));
  const add = () => {
    const id = Math.max(0, ...all.map((one) => one.id)) + 1;
    onChange([...all, { id, type: 'QUICK_REPLY', text: '', value: '', example: '' }]);
  };
  return (
    <div className={classes.form}>
      {all.length > 0 ? (
        <ul className={classes.buttons} aria-label="Botones">
          {all.map((button, at) => (
            <li key={button.id} className={classes.button}>
              <NativeSelect
                label={`Botón ${at + 1}`}
                data={BUTTON_TYPES.map((value) => ({ value, label: BUTTON_LABELS[value] }))}
                value={button.type}
                onChange={(event) => patch(button.id, { type: event.currentTarget.value as ButtonType })}
              />
              {button.type === 'COPY_CODE' ? (
                <Value button={button} onChange={(change) => patch(button.id, change)} />
              ) : (
                <TextInput
                  label="Texto del botón"
                  value={button.text}
                  maxLength={TEMPLATE_LIMITS.button}
                  onChange={(event) => patch(button.id, { text: event.currentTarget.value })}
                />
              )}
              <ActionIcon
                aria-label={`Quitar el botón ${at + 1}`}
                onClick={() => onChange(all.filter(({ id }) => id !== button.id))}
              >
                <IconTrash size={17} aria-hidden="true" />
              </ActionIcon>
              {button.type === 'URL' || button.type === 'PHONE_NUMBER' ? (
                <Value button={button} onChange={(change) => patch(button.id, change)} />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {all.length < TEMPLATE_LIMITS.buttons ? (
        <div>
          <Button variant="default" onClick={add}>
            Agregar un botón
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Value({
  button,
  onChange,
}: {
  button: DraftButton;
  onChange: (change: Partial<DraftButton>) => void;
}) {
  const { type, value, example } = button;
  return (
    <div className={classes.examples}>
      <TextInput
        label={VALUE_LABELS[type]}
        placeholder={
          type === 'URL' ? 'https://tienda.cl/pedidos/{{1}}' : type === 'PHONE_NUMBER' ? '+56 9 …' : ''
        }
        value={value}
        maxLength={2000}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
      {type === 'URL' && variablesOf(value).length > 0 ? (
        <TextInput
          label="Ejemplo de {{1}}"
          value={example}
          maxLength={200}
          onChange={(event) => onChange({ example: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
