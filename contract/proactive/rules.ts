/** What keeps rules of proactive messages from being ones, and how they read. Dialog, screen and server all ask. */
import type { ProactiveRule } from '../entities/proactive.ts';

/** What a rule lacks, by its field. */
export function ruleFaults({
  name,
  text,
  paths,
  hosts,
}: Pick<ProactiveRule, 'name' | 'text' | 'paths' | 'hosts'>): Partial<
  Record<'name' | 'text' | 'paths' | 'hosts', string>
> {
  return {
    ...(name.trim() === '' ? { name: 'Escribe un nombre para la regla.' } : {}),
    ...(text.trim() === '' ? { text: 'Escribe el mensaje que verá el visitante.' } : {}),
    ...(/\{(nombre|cliente|agente)\}/.test(text)
      ? { text: 'Quita {nombre}, {cliente} y {agente}: de quien visita una página no se sabe el nombre.' }
      : {}),
    ...(paths.some(({ path }) => path.trim() === '')
      ? { paths: 'Escribe cada dirección, por ejemplo /productos, o quítala.' }
      : {}),
    ...(hosts.some((host) => !/^[^\s/@]+$/.test(host))
      ? { hosts: 'Escribe cada sitio solo con su nombre, por ejemplo tienda.cl.' }
      : {}),
  };
}

/** The first fault of all, at the rule that has it. */
export function proactiveFault(rules: readonly ProactiveRule[]): { field: string; message: string } | null {
  for (const [place, rule] of rules.entries()) {
    const field = `rules.${place}`;
    const [message] = Object.values(ruleFaults(rule));
    if (message) return { field, message: `${rule.name || `Regla ${place + 1}`}: ${message}` };
    if (rules.findIndex(({ id }) => id === rule.id) !== place)
      return { field, message: 'Una regla está dos veces.' };
  }
  return null;
}

const HOW = { contains: 'con', is: 'es', starts: 'empieza por' } as const;

/** One line for each condition. */
export function conditionTexts({
  paths,
  hosts,
  seconds,
  visit,
  hours,
  every,
}: Pick<ProactiveRule, 'paths' | 'hosts' | 'seconds' | 'visit' | 'hours' | 'every'>): string[] {
  return [
    ...(hosts.length > 0 ? [`En ${hosts.join(', ')}`] : []),
    paths.length > 0
      ? `Página ${paths.map(({ how, path }) => `${HOW[how]} «${path}»`).join(' o ')}`
      : 'En toda página',
    `A los ${seconds} s`,
    ...(visit > 1 ? [`Desde la visita ${visit}`] : []),
    ...(hours === 'open' ? ['Solo en horario de atención'] : []),
    every === 1 ? 'Como máximo una vez al día' : `Como máximo una vez cada ${every} días`,
  ];
}

/** All of them as a record of changes has them. */
export const proactiveTexts = (rules: readonly ProactiveRule[]) => ({
  proactive: rules
    .map((rule, place) =>
      [
        `${place + 1}. ${rule.name}${rule.enabled ? '' : ' (apagada)'}`,
        ...conditionTexts(rule),
        `«${rule.text}»`,
      ].join(' · '),
    )
    .join('\n'),
});
