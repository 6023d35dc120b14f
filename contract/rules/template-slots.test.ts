/** CA-9: whatever a template is made of, what is asked for is what is sent: number and type of parameters, by part. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  emptySlot,
  type FilledSlot,
  type TemplateComponent,
  templatePayload,
  templateSlots,
  templateWords,
  variablesOf,
} from './template-slots.ts';

const words = fc.constantFrom('Hola', 'tu pedido', 'está listo', '¡gracias!');
const numbered = (most: number) =>
  fc
    .nat(most)
    .chain((count) =>
      fc
        .array(words, { minLength: count + 1, maxLength: count + 1 })
        .map((texts) => texts.map((text, at) => (at < count ? `${text} {{${at + 1}}}` : text)).join(' ')),
    );
const named = fc
  .subarray(['nombre', 'pedido', 'tienda'])
  .map((keys) => `Hola ${keys.map((key) => `{{${key}}} y`).join(' ')} chao`);
const header = fc.oneof(
  numbered(1).map((text): TemplateComponent => ({ type: 'HEADER', format: 'TEXT', text })),
  fc
    .constantFrom('IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION')
    .map((format): TemplateComponent => ({ type: 'HEADER', format })),
);
const button = fc.oneof(
  words.map((text) => ({ type: 'QUICK_REPLY', text })),
  fc
    .boolean()
    .map((open) => ({ type: 'URL', text: 'Ver', url: `https://tienda.cl/${open ? '{{1}}' : 'x'}` })),
  fc.constant({ type: 'COPY_CODE', text: 'Copiar' }),
  fc.constant({ type: 'PHONE_NUMBER', text: 'Llamar', phone_number: '+56' }),
);
const template = fc
  .tuple(fc.option(header), fc.oneof(numbered(6), named), fc.boolean(), fc.array(button, { maxLength: 4 }))
  .map(([top, body, footer, buttons]): TemplateComponent[] => [
    ...(top ? [top] : []),
    { type: 'BODY', text: body },
    ...(footer ? [{ type: 'FOOTER', text: 'Tienda' }] : []),
    ...(buttons.length > 0 ? [{ type: 'BUTTONS', buttons }] : []),
  ]);

const fill = (components: TemplateComponent[]): FilledSlot[] =>
  templateSlots(components).map(({ part, index, key, kind }) => ({
    part,
    index,
    key,
    value:
      kind === 'location'
        ? '-33.4, -70.6'
        : ['image', 'video', 'document'].includes(kind)
          ? 'https://tienda.cl/foto.jpg'
          : `v-${part}-${index}-${key}`,
  }));

it('CA-9: a filled form makes a payload whose parameters are those of the template, counted by part', () => {
  fc.assert(
    fc.property(template, (components) => {
      const filled = fill(components);
      expect(emptySlot(components, filled)).toBeNull();
      const payload = templatePayload(components, filled);
      const of = (type: string) => payload.filter((part) => part.type === type);
      for (const component of components) {
        if (component.type === 'BODY')
          expect(of('body')[0]?.parameters.length ?? 0).toBe(variablesOf(component.text).length);
        if (component.type === 'HEADER' && component.format !== 'TEXT')
          expect(of('header')[0]?.parameters.map(({ type }) => type)).toEqual([
            component.format?.toLowerCase(),
          ]);
        if (component.type === 'HEADER' && component.format === 'TEXT')
          expect(of('header')[0]?.parameters.length ?? 0).toBe(variablesOf(component.text).length);
      }
      const wanting = (components.find(({ type }) => type === 'BUTTONS')?.buttons ?? []).flatMap(
        (one, index) => (one.type === 'COPY_CODE' || variablesOf(one.url).length > 0 ? [String(index)] : []),
      );
      expect(of('button').map(({ index }) => index)).toEqual(wanting);
      expect(templateWords(components, filled)).not.toContain('{{');
    }),
  );
});

it('one slot without a value is found, and so is one that would break the line', () => {
  fc.assert(
    fc.property(template, fc.nat(20), fc.constantFrom('', '  ', 'a\nb'), (components, at, value) => {
      const filled = fill(components);
      fc.pre(filled.length > 0);
      const spoiled = filled.map((slot, place) => (place === at % filled.length ? { ...slot, value } : slot));
      expect(emptySlot(components, spoiled)).not.toBeNull();
    }),
  );
});
