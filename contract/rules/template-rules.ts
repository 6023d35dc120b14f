/** What WhatsApp refuses in a template before anybody reads it; checked here, so that nobody waits a day to learn it. */
import { type TemplateComponent, variablesOf } from './template-slots.ts';

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
    textFault('El encabezado', part('HEADER'), TEMPLATE_LIMITS.header) ??
    footerFault(part('FOOTER')) ??
    buttonsFault(part('BUTTONS'))
  );
}

function textFault(what: string, component: TemplateComponent | undefined, most: number): string | null {
  const text = component?.text ?? '';
  if (!component || text === '') return null;
  if (text.length > most) return `${what} admite hasta ${most} caracteres.`;
  const variables = variablesOf(text);
  if (variables.length === 0) return null;
  if (/^\s*\{\{|\}\}\s*$/.test(text) && component.type.toUpperCase() === 'BODY')
    return `${what} no puede empezar ni terminar con una variable.`;
  if (/\}\}\s*\{\{/.test(text)) return `${what} no puede tener dos variables seguidas.`;
  const numbered = variables.every((key) => /^\d+$/.test(key));
  if (numbered && variables.some((key, place) => Number(key) !== place + 1))
    return `Las variables se numeran desde {{1}}, sin saltos.`;
  if (!('example' in component) || !component.example) return `${what} necesita un ejemplo de cada variable.`;
  return null;
}

function footerFault(footer: TemplateComponent | undefined): string | null {
  const text = footer?.text ?? '';
  if (text.length > TEMPLATE_LIMITS.footer)
    return `El pie admite hasta ${TEMPLATE_LIMITS.footer} caracteres.`;
  return variablesOf(text).length > 0 ? 'El pie no admite variables.' : null;
}

function buttonsFault(component: TemplateComponent | undefined): string | null {
  const buttons = component?.buttons ?? [];
  if (buttons.length > TEMPLATE_LIMITS.buttons)
    return `La plantilla admite hasta ${TEMPLATE_LIMITS.buttons} botones.`;
  if (buttons.some(({ text }) => (text?.length ?? 0) > TEMPLATE_LIMITS.button))
    return `Cada botón admite hasta ${TEMPLATE_LIMITS.button} caracteres.`;
  const texts = buttons.map(({ text }) => text ?? '');
  return new Set(texts).size === texts.length ? null : 'Los botones no pueden repetirse.';
}
