/** What a macro does, in words, and what a search finds among them. */
import type { Macro } from '../../../contract/entities/macro.ts';
import { linkLines } from '../../../contract/rules/offered-links.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { PRIORITY_LABELS } from '../../../contract/texts.ts';
import { plainText } from '../../ui/plain-text.ts';

type Said = Pick<Macro, 'steps' | 'agent_name' | 'attachments' | 'buttons' | 'links'>;
const quoted = (names: readonly string[]) => names.map((name) => `«${name}»`).join(', ');
const tags = (names: readonly string[]) => names.map((name) => `#${name}`).join(', ');

/** A line for each thing that it does, in the order in which it does them. */
export function macroLines({ steps, agent_name, attachments, buttons, links = [] }: Said): string[] {
  const { text, add_tags, remove_tags, category, priority, assign, end } = steps;
  return [
    ...(text === null ? [] : [`Responde «${text}»`]),
    ...(attachments.length > 0 ? [`Adjunta ${quoted(attachments.map(({ name }) => plainLine(name)))}`] : []),
    ...(buttons.length > 0 ? [`Con los botones ${quoted(buttons)}`] : []),
    ...(links.length > 0 ? [`Con enlaces: ${linkLines(links).join(', ')}`] : []),
    ...(add_tags.length > 0 ? [`Agrega ${tags(add_tags)}`] : []),
    ...(remove_tags.length > 0 ? [`Quita ${tags(remove_tags)}`] : []),
    ...(category === undefined ? [] : [category === null ? 'Quita el área' : `Área: ${category}`]),
    ...(priority === undefined
      ? []
      : [priority === null ? 'Quita la prioridad' : `Prioridad: ${PRIORITY_LABELS[priority]}`]),
    ...(assign === null
      ? []
      : [
          assign === 'me'
            ? 'La asigna a quien la aplica'
            : `La asigna a ${agent_name ?? 'alguien que ya no está en el chatbot'}`,
        ]),
    ...(end === null ? [] : [end === 'close' ? 'Cierra la conversación' : 'La deja pendiente']),
  ];
}

/** Those whose name has it, then those that do it; in their order. */
export function fittingMacros<M extends Said & Pick<Macro, 'name'>>(
  macros: readonly M[],
  query: string,
): M[] {
  const wanted = plainText(query.trim());
  const named = macros.filter(({ name }) => plainText(name).includes(wanted));
  const does = macros.filter(
    (macro) => !named.includes(macro) && plainText(macroLines(macro).join(' ')).includes(wanted),
  );
  return [...named, ...does];
}
