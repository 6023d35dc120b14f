/** What a slot is called in a form, and an example of what it wants. */
import type { TemplateComponent, TemplateSlot } from '../../../contract/rules/template-slots.ts';

const FILES: Partial<Record<TemplateSlot['kind'], string>> = {
  image: 'Imagen del encabezado',
  video: 'Video del encabezado',
  document: 'Documento del encabezado',
};

export interface SlotLabel {
  label: string;
  placeholder: string;
}

/** What the field of a place in a template is called, and what an empty one shows. */
export function slotLabel(components: readonly TemplateComponent[], slot: TemplateSlot): SlotLabel {
  const { part, index, key, kind } = slot;
  const file = FILES[kind];
  if (file) return { label: `${file} (dirección)`, placeholder: 'https://…' };
  if (kind === 'location')
    return { label: 'Ubicación del encabezado', placeholder: 'Latitud, longitud: -33.45, -70.66' };
  const place = `Va en {{${key}}}`;
  const name = /^\d+$/.test(key) ? `Dato ${key}` : `Dato «${key}»`;
  if (part === 'body') return { label: name, placeholder: place };
  if (part === 'header') return { label: 'Dato del encabezado', placeholder: place };
  const buttons = components.find(({ type }) => type.toUpperCase() === 'BUTTONS')?.buttons ?? [];
  const button = buttons[index]?.text ?? String(index + 1);
  return kind === 'code'
    ? { label: `Código que copia «${button}»`, placeholder: 'VERANO20' }
    : { label: `Final del enlace de «${button}»`, placeholder: place };
}
