/** Templates: which values they ask for and the text that the customer reads. */

/** One value's most characters: what WhatsApp takes. */
export const TEMPLATE_VALUE_MAX = 1024;
const VARIABLE = /\{\{\s*(\d{1,2})\s*\}\}/g;

/** How many values a template asks for: the highest of its {{n}}. */
export function templateVariables(body: string): number {
  return Math.max(0, ...[...body.matchAll(VARIABLE)].map((match) => Number(match[1])));
}

/** The body with its values; what has none yet stays as {{n}}. */
export function fillTemplate(body: string, values: readonly string[]): string {
  return body.replace(VARIABLE, (all, number: string) => values[Number(number) - 1]?.trim() || all);
}

/** Header, body and footer as one text, with a line between them. */
export function templateText(
  template: { header: string | null; body: string; footer: string | null },
  values: readonly string[],
): string {
  const parts = [template.header, fillTemplate(template.body, values), template.footer];
  return parts.filter((part): part is string => part !== null && part !== '').join('\n\n');
}

/** Whether every value is there and may travel: one line each, as the channels want them. */
export function templateReady(body: string, values: readonly string[]): boolean {
  return Array.from({ length: templateVariables(body) }).every((_, place) => {
    const value = values[place]?.trim() ?? '';
    return value !== '' && value.length <= TEMPLATE_VALUE_MAX && !/[\n\r\t]/.test(value);
  });
}
