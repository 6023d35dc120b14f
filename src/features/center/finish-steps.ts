/** The steps of 'Terminar configuración', judged by the draft. Pure. */
import { counted } from '../publishing/draft-words.ts';
import type { Building } from './center-queries.ts';

export interface FinishStep {
  state: 'done' | 'open' | 'bad';
  title: string;
  text: string;
  to: string;
  search?: Record<string, string>;
}

/** The steps of 'Terminar' with what is left of each and where it is done (docs/product.md §2). */
export function finishSteps({ state, nodes }: Pick<Building, 'state' | 'nodes'>): FinishStep[] {
  const bot = state.bot_id;
  const written = nodes.filter(({ template }) => template !== null);
  const own = nodes.length - written.length;
  const live = nodes.filter(({ status }) => status).length;
  const errors = state.faults.filter(({ level }) => level === 'error').length;
  // Faults of the menu name no node.
  const brokenMenu = state.faults.some(
    ({ node_id, message }) => node_id === null && message.includes('menú inicial'),
  );
  const handsOff = nodes.some(({ handoff, status }) => handoff && status);
  return [
    {
      state: written.length > 0 || own > 0 ? 'done' : 'open',
      title: 'Interacciones precargadas',
      text:
        written.length > 0
          ? `${counted(written.length, 'interacción', 'interacciones')} de la plantilla; ${live} activadas en total.`
          : 'Elige una plantilla para partir con respuestas escritas.',
      to: `/chatbot-center/skill-base/${bot}`,
    },
    {
      state: own > 0 ? 'done' : 'open',
      title: 'Interacciones personalizadas',
      text:
        own > 0
          ? `${counted(own, 'interacción tuya', 'interacciones tuyas')}.`
          : 'Enséñale lo que solo tú sabes: despacho a tu zona, garantías, horarios especiales.',
      to: '/dashboard/chatbot/preguntas',
    },
    {
      state: brokenMenu ? 'bad' : 'done',
      title: 'Menú inicial',
      text: brokenMenu
        ? 'Una de sus opciones no lleva a ninguna interacción activada.'
        : 'Revisa el saludo y el orden de las opciones.',
      to: '/menu-inicial',
    },
    {
      state: handsOff ? 'done' : 'bad',
      title: 'Paso a una persona',
      text: handsOff
        ? 'Quien lo pide llega a tu equipo.'
        : 'Ninguna interacción activada pasa la conversación a una persona.',
      to: `/chatbot-center/skill-base/${bot}`,
    },
    {
      state: errors > 0 ? 'bad' : 'done',
      title: 'Caminos sin errores',
      text:
        errors > 0
          ? `${counted(errors, 'error impide', 'errores impiden')} publicar.`
          : 'Mira en el mapa adónde lleva cada opción.',
      to: `/chatbot-center/skill-base/${bot}`,
      search: { vista: 'mapa' },
    },
    {
      state: state.published_version > 0 && state.changes === 0 ? 'done' : 'open',
      title: 'Previsualizar y publicar',
      text:
        state.published_version > 0 && state.changes === 0
          ? `Tus clientes hablan con la versión ${state.published_version}.`
          : 'Pruébalo como lo haría un cliente y publica con la barra de arriba.',
      to: '/preview',
    },
  ];
}
