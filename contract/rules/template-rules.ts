/** What WhatsApp refuses in a template before anybody reads it; checked here, so that nobody waits a day to learn it. */
import { isFileFormat } from './template-files.ts';
import { type TemplateButton, type TemplateComponent, variablesOf } from './template-slots.ts';

export const TEMPLATE_LIMITS = { header: 60, body: 1024, footer: 60, button: 25, buttons: 10 } as const;

/** The first fault of a template, in Spanish; null: it may be sent to review. */
export function templateFault(template: {
  name: string;
  components: readonly TemplateComponent[];
}): string | null {
  if (!/^[a-z0-9_]{1,512}$/.test(template.name))
    return 'El nombre lleva solo minúsculas, números y guion bajo.';
  const part = (type: string) => template.components.find((one) => one.type.toUpperCase() === type);
  const body = part('BODY');
  if (!body?.text?.trim()) return 'Escribe el texto de la plantilla.';
  return (
    textFault('El texto', body, TEMPLATE_LIMITS.body) ??
    headerFault(part('HEADER')) ??
    footerFault(part('FOOTER')) ??
    buttonsFault(part('BUTTONS'))
  );
}

function textFault(what: string, component: TemplateComponent | undefined, most: number): string | null {
  const text = component?.text ?? '';
  if (!component || text === '') return null;
  if (text.length > most) return `${what} admite hasta ${most} caracteres.`;
  const variables = variablesOf(text);
  const open = text.replace(/\{\{\s*[a-zA-Z0-9_]{1,60}\s*\}\}/g, '');
  if (/\{\{|\}\}/.test(open)) return `${what} tiene una variable mal escrita: usa {{1}}, {{2}}…`;
  if (variables.length === 0) return null;
  if (component.type.toUpperCase() === 'HEADER' && variables.length > 1)
    return 'El encabezado admite una sola variable.';
  if (/^\s*\{\{|\}\}\s*$/.test(text) && component.type.toUpperCase() === 'BODY')
    return `${what} no puede empezar ni terminar con una variable.`;
  if (/\}\}\s*\{\{/.test(text)) return `${what} no puede tener dos variables seguidas.`;
  const numbered = variables.every((key) => /^\d+$/.test(key));
  if (numbered && variables.some((key, place) => Number(key) !== place + 1))
    return `Las variables se numeran desde {{1}}, sin saltos.`;
  if (examplesOf(component).length < variables.length || examplesOf(component).includes(''))
    return `${what} necesita un ejemplo de cada variable.`;
  return null;
}

/** The texts of an example in whatever of the provider's forms it stands. */
export function exampleTexts(given: unknown): string[] {
  if (typeof given === 'string') return [given];
  if (Array.isArray(given)) return given.flatMap(exampleTexts);
  if (typeof given !== 'object' || given === null) return [];
  return 'example' in given ? exampleTexts(given.example) : Object.values(given).flatMap(exampleTexts);
}

const examplesOf = ({ example }: TemplateComponent): string[] =>
  exampleTexts(example).map((text) => text.trim());

function headerFault(header: TemplateComponent | undefined): string | null {
  if (!isFileFormat(header?.format?.toUpperCase()))
    return textFault('El encabezado', header, TEMPLATE_LIMITS.header);
  // What comes back from the provider is an address: it wants the file again.
  const [handle = ''] = header ? examplesOf(header) : [];
  return handle === '' || /^https?:/.test(handle)
    ? 'Adjunta un archivo de ejemplo para el encabezado: WhatsApp lo pide para revisarla.'
    : null;
}

function footerFault(footer: TemplateComponent | undefined): string | null {
  const text = footer?.text ?? '';
  if (text.length > TEMPLATE_LIMITS.footer)
    return `El pie admite hasta ${TEMPLATE_LIMITS.footer} caracteres.`;
  return variablesOf(text).length > 0 ? 'El pie no admite variables.' : null;
}

const URL_BUTTONS = 2;

function buttonsFault(component: TemplateComponent | undefined): string | null {
  const buttons = component?.buttons ?? [];
  if (buttons.length > TEMPLATE_LIMITS.buttons)
    return `La plantilla admite hasta ${TEMPLATE_LIMITS.buttons} botones.`;
  for (const button of buttons) {
    const fault = buttonFault(button);
    if (fault !== null) return fault;
  }
  const texts = buttons.flatMap(({ text }) => text || []);
  if (new Set(texts).size !== texts.length) return 'Los botones no pueden repetirse.';
  const count = (type: string) => buttons.filter((one) => one.type.toUpperCase() === type).length;
  if (count('URL') > URL_BUTTONS) return `La plantilla admite hasta ${URL_BUTTONS} botones con enlace.`;
  if (count('PHONE_NUMBER') > 1) return 'La plantilla admite un solo botón para llamar.';
  if (count('COPY_CODE') > 1) return 'La plantilla admite un solo botón que copia un código.';
  // The provider wants quick answers together, before or after the others.
  const turns = buttons.filter(
    ({ type }, at) =>
      at > 0 &&
      (type.toUpperCase() === 'QUICK_REPLY') !== (buttons[at - 1]?.type.toUpperCase() === 'QUICK_REPLY'),
  );
  return turns.length > 1 ? 'Deja juntos los botones de respuesta rápida.' : null;
}

function buttonFault({ type, text, url, phone_number, example }: TemplateButton): string | null {
  const kind = type.toUpperCase();
  if ((text?.length ?? 0) > TEMPLATE_LIMITS.button)
    return `Cada botón admite hasta ${TEMPLATE_LIMITS.button} caracteres.`;
  if (['QUICK_REPLY', 'URL', 'PHONE_NUMBER'].includes(kind) && !text?.trim())
    return 'Escribe el texto de cada botón.';
  if (kind === 'URL') {
    const variables = variablesOf(url);
    if (!/^https?:\/\/[^\s/]+\.[^\s]+$/.test(url ?? ''))
      return 'El enlace del botón debe ser una dirección completa: https://…';
    if (variables.length > 1 || (variables.length === 1 && !/\{\{1\}\}$/.test(url ?? '')))
      return 'El enlace del botón admite una variable, {{1}}, al final.';
    if (variables.length === 1 && !example) return 'El enlace del botón necesita un ejemplo.';
  }
  if (kind === 'PHONE_NUMBER' && !/^\+\d{8,15}$/.test((phone_number ?? '').replaceAll(' ', '')))
    return 'El teléfono del botón se escribe completo: +56 9 …';
  if (kind === 'COPY_CODE' && !example) return 'El botón que copia un código necesita un ejemplo.';
  return null;
}
