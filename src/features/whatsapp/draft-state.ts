/** A template while it is written, and what it is at the provider; back from there for editing. */
import type { TEMPLATE_CATEGORIES } from '../../../contract/entities/waba-template.ts';
import type { templateDraft } from '../../../contract/rules/template-draft.ts';
import { isFileFormat } from '../../../contract/rules/template-files.ts';
import { exampleTexts } from '../../../contract/rules/template-rules.ts';
import { type TemplateComponent, variablesOf } from '../../../contract/rules/template-slots.ts';

export const BUTTON_TYPES = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const;
export type ButtonType = (typeof BUTTON_TYPES)[number];

export interface DraftButton {
  /** Of this browser alone: rows keep what is typed in them. */
  id: number;
  type: ButtonType;
  text: string;
  /** The address, the phone or the code, by type. */
  value: string;
  /** What an address with a variable would end in. */
  example: string;
}

export const HEAD_KINDS = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const;
export type HeadKind = (typeof HEAD_KINDS)[number];

const isHead = (format: string): format is HeadKind => (HEAD_KINDS as readonly string[]).includes(format);

export interface Draft {
  name: string;
  language: string;
  category: (typeof TEMPLATE_CATEGORIES)[number];
  head: HeadKind;
  /** The words of a header of words. */
  header: string;
  /** What the provider knows the example of a header that is a file by; null: none is there yet. */
  file: { handle: string; name: string } | null;
  body: string;
  footer: string;
  buttons: DraftButton[];
  /** By part and variable: 'body 1'. */
  examples: Record<string, string>;
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  language: 'es_CL',
  category: 'UTILITY',
  head: 'NONE',
  header: '',
  file: null,
  body: '',
  footer: '',
  buttons: [],
  examples: {},
};

type Components = (typeof templateDraft)['_zod']['input'];

/** The examples of a text, in the provider's own form; undefined where it has no variables. */
function exampleOf(part: 'header' | 'body', text: string, examples: Draft['examples']) {
  const keys = variablesOf(text);
  if (keys.length === 0) return undefined;
  const values = keys.map((key) => examples[`${part} ${key}`]?.trim() ?? '');
  if (keys.some((key) => !/^\d+$/.test(key))) {
    const named = keys.map((key, at) => ({ param_name: key, example: values[at] ?? '' }));
    return part === 'body' ? { body_text_named_params: named } : { header_text_named_params: named };
  }
  return part === 'body' ? { body_text: [values] } : { header_text: values };
}

function buttonOf({ type, text, value, example }: DraftButton) {
  const given = value.trim();
  const said = example.trim();
  switch (type) {
    case 'QUICK_REPLY':
      return { type, text: text.trim() };
    case 'URL':
      return { type, text: text.trim(), url: given, ...(said === '' ? {} : { example: [said] }) };
    case 'PHONE_NUMBER':
      return { type, text: text.trim(), phone_number: given.replaceAll(' ', '') };
    case 'COPY_CODE':
      return { type, ...(given === '' ? {} : { example: given }) };
  }
}

/** The header, if there is one. */
function headerOf({ head, header, file, examples }: Draft): Components {
  const type = 'HEADER' as const;
  if (isFileFormat(head))
    return [{ type, format: head, ...(file ? { example: { header_handle: [file.handle] } } : {}) }];
  if (head === 'LOCATION') return [{ type, format: head }];
  if (head === 'NONE' || header.trim() === '') return [];
  const example = exampleOf('header', header, examples);
  return [{ type, format: 'TEXT', text: header.trim(), ...(example ? { example } : {}) }];
}

/** What is sent to be judged. */
export function componentsOfDraft(draft: Draft): Components {
  const { body, footer, buttons, examples } = draft;
  const bodyExample = exampleOf('body', body, examples);
  return [
    ...headerOf(draft),
    { type: 'BODY' as const, text: body.trim(), ...(bodyExample ? { example: bodyExample } : {}) },
    ...(footer.trim() === '' ? [] : [{ type: 'FOOTER' as const, text: footer.trim() }]),
    ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS' as const, buttons: buttons.map(buttonOf) }]),
  ];
}

/** The draft that a template is; null: it has parts that are written at the provider alone (forms, codes). */
export function draftOf(template: {
  name: string;
  language: string;
  category: string;
  components: readonly TemplateComponent[];
}): Draft | null {
  const part = (type: string) => template.components.find((one) => one.type.toUpperCase() === type);
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')];
  const head = header ? (header.format ?? 'TEXT').toUpperCase() : 'NONE';
  if (!isHead(head)) return null;
  const buttons = part('BUTTONS')?.buttons ?? [];
  if (buttons.some(({ type }) => !(BUTTON_TYPES as readonly string[]).includes(type.toUpperCase())))
    return null;
  const examples: Draft['examples'] = {};
  for (const [name, component] of [
    ['header', header],
    ['body', body],
  ] as const) {
    const values = exampleTexts(component?.['example']);
    for (const [at, key] of variablesOf(component?.text).entries())
      examples[`${name} ${key}`] = values[at] ?? '';
  }
  const { category } = template;
  return {
    name: template.name,
    language: template.language,
    category: category === 'MARKETING' || category === 'AUTHENTICATION' ? category : 'UTILITY',
    head,
    header: header?.text ?? '',
    // The provider tells where its copy lies; a change wants the file again.
    file: null,
    body: body?.text ?? '',
    footer: footer?.text ?? '',
    examples,
    buttons: buttons.map((button, id): DraftButton => {
      const type = button.type.toUpperCase() as ButtonType;
      const [said = ''] = exampleTexts(button['example']);
      return {
        id,
        type,
        text: button.text ?? '',
        value: type === 'COPY_CODE' ? said : (button.url ?? button.phone_number ?? ''),
        example: type === 'URL' ? said : '',
      };
    }),
  };
}
