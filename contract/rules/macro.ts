/** Macros: several acts on a conversation in one command. What they may be made of, and how their parts are called. */
import { offerFault } from './offer.ts';
import type { OfferedLink } from './offered-links.ts';

/** What of its steps the rules ask; the whole is `macroSteps` of contract/entities/macro.ts. */
interface Steps {
  text: string | null;
  add_tags: readonly string[];
  remove_tags: readonly string[];
  /** Undefined: as it is. */
  category?: unknown;
  priority?: unknown;
  /** Null: nothing about who has it. */
  assign: unknown;
  end: 'close' | 'pending' | null;
}

/** What a macro does, in the order in which it happens. */
const MACRO_PARTS = ['text', 'tags', 'category', 'priority', 'assign', 'end'] as const;
export type MacroPart = (typeof MACRO_PARTS)[number];

/** The parts that speak or move: only in what is one's own, or nobody's. */
export const MOVING_PARTS: ReadonlySet<MacroPart> = new Set(['text', 'assign', 'end']);

/** The parts that a macro has, in their order. */
export function partsOf(steps: Steps): MacroPart[] {
  const has: Record<MacroPart, boolean> = {
    text: steps.text !== null,
    tags: steps.add_tags.length > 0 || steps.remove_tags.length > 0,
    category: steps.category !== undefined,
    priority: steps.priority !== undefined,
    assign: steps.assign !== null,
    end: steps.end !== null,
  };
  return MACRO_PARTS.filter((part) => has[part]);
}

/** How a refusal names the part that it is about. */
export function partLabel(part: MacroPart, { end }: Pick<Steps, 'end'>): string {
  switch (part) {
    case 'text':
      return 'Respuesta';
    case 'tags':
      return 'Etiquetas';
    case 'category':
      return 'Área';
    case 'priority':
      return 'Prioridad';
    case 'assign':
      return 'Asignación';
    case 'end':
      return end === 'pending' ? 'Dejar pendiente' : 'Cierre';
  }
}

/** What an answer carries; without words it is none. */
interface Carried {
  files: number;
  buttons: readonly string[];
  links?: readonly OfferedLink[];
}

/** What makes the parts no macro, at which field; null: nothing does. Form and server both ask. */
export function macroFault(
  steps: Steps,
  { files, buttons, links = [] }: Carried,
): { field: MacroPart | 'steps' | 'buttons'; message: string } | null {
  if (steps.text === null && files + buttons.length + links.length > 0)
    return { field: 'text', message: 'Escribe la respuesta que va con los archivos y botones.' };
  if (partsOf(steps).length === 0)
    return { field: 'steps', message: 'Elige al menos una acción para la macro.' };
  if (steps.text !== null && steps.text.trim() === '')
    return { field: 'text', message: 'Escribe la respuesta o quítala de la macro.' };
  const labels = offerFault(buttons, links);
  if (labels !== null) return { field: 'buttons', message: labels };
  const both = steps.add_tags.find((tag) => steps.remove_tags.includes(tag));
  if (both !== undefined)
    return { field: 'tags', message: `La etiqueta «${both}» no se puede agregar y quitar a la vez.` };
  // What waits in Pendientes has nobody.
  if (steps.assign !== null && steps.end === 'pending')
    return { field: 'end', message: 'Una conversación asignada no queda pendiente: elige una de las dos.' };
  return null;
}
