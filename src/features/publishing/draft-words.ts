/** A draft's state, faults and differences in words. Pure. */
import { ANSWER_COLUMN_LABELS } from '../../../contract/calendar/answer-deadline-labels.ts';
import type { Difference, DraftFault, DraftState } from '../../../contract/entities/bot-draft.ts';

/** '1 cambio', '3 cambios'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('es-CL')} ${count === 1 ? one : many}`;

/** The bar's headline. */
export function stateText({ changes, published_version }: DraftState): string {
  if (published_version === 0) return 'Este chatbot aún no se publica';
  if (changes === 0) return 'Todo está publicado';
  return changes === 1 ? '1 cambio sin publicar' : `${counted(changes, 'cambio', 'cambios')} sin publicar`;
}

/** '1 error · 2 avisos'; null: there are none. */
export function faultsText(faults: readonly DraftFault[]): string | null {
  const errors = faults.filter(({ level }) => level === 'error').length;
  const warnings = faults.length - errors;
  const parts = [
    ...(errors > 0 ? [counted(errors, 'error', 'errores')] : []),
    ...(warnings > 0 ? [counted(warnings, 'aviso', 'avisos')] : []),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** Whether there is something that can be published. */
export const publishable = ({ changes, published_version, faults }: DraftState): boolean =>
  (changes > 0 || published_version === 0) && faults.every(({ level }) => level !== 'error');

export const KIND_TITLES: Record<Difference['kind'], string> = {
  welcome: 'Menú inicial',
  node: 'Interacciones',
  intent: 'Intenciones',
  entity: 'Entidades',
  synonym: 'Sinónimos',
  settings: 'Configuración de IA',
};

export const CHANGE_WORDS: Record<Difference['change'], string> = {
  added: 'Nueva',
  removed: 'Eliminada',
  changed: 'Cambiada',
};

const FIELDS: Record<string, string> = {
  title: 'Título',
  node_name: 'Nombre interno',
  intent_name: 'Intención',
  status: 'Activada',
  answers: 'Respuestas',
  buttons: 'Opciones',
  handoff: 'Pasa a una persona',
  area: 'Área',
  conditions: 'Condición',
  parent: 'Después de',
  next: 'Sigue con',
  context: 'Recuerda',
  slot: 'Pide un dato',
  ticket: 'Abre un ticket',
  section_name: 'Sección',
  place: 'Orden',
  examples: 'Frases de ejemplo',
  values: 'Valores',
  words: 'Palabras',
  answer_at: 'Puntaje para responder',
  offer_at: 'Puntaje para ofrecer opciones',
  calendar: 'Calendario',
  later: 'Cambios que vienen',
  days: 'Días propios',
  button: 'Botón',
  numbers: 'Números',
  label: 'Texto del botón',
  greeting: 'Título de la lista',
  closed: 'Fuera de horario',
  closed_note: 'Aviso fuera de horario',
  closed_text: 'Texto ya escrito, fuera de horario',
  pages: 'En qué páginas',
  devices: 'En qué dispositivos',
  closed_answers: 'Respuesta fuera de horario',
  wait_when_closed: 'Esperan fuera de horario',
  areas: 'Áreas',
  fallback_answers: 'Cuando no entiende',
  choice_answers: 'Cuando ofrece opciones',
  offer_answers: 'Cuando ofrece una persona',
  offer_person_after: 'Mensajes sin entender antes de ofrecer una persona',
  counterexamples: 'Frases que no debe responder',
  bot_name: 'Nombre',
  web: 'Sitio web',
  business_type: 'Tipo de negocio',
  description: 'Descripción',
  color: 'Color',
  position: 'Posición del botón',
  launcher: 'Qué muestra el botón',
  welcome: 'Mensaje de bienvenida',
  menu: 'Dónde se muestra',
  auto_assign: 'Asignación automática',
  inactive_after_minutes: 'Pasar a Inactivas',
  close_after_minutes: 'Cerrar las inactivas',
  wait_soon_minutes: 'Espera en ámbar',
  wait_late_minutes: 'Espera en rojo',
  ...ANSWER_COLUMN_LABELS,
  inactive_message: 'Al pasar a Inactivas, el bot dice',
  closed_message: 'Al cerrar por tiempo, el bot dice',
  returned_message: 'Cuando un agente la devuelve al bot, el bot dice',
  visits: 'Datos de la visita',
  enabled: 'Usar el modelo en este chatbot',
  prompt: 'Instrucciones (prompt)',
  only_documents: 'Responde solo con lo que dicen los documentos',
  chooses: 'Elige entre tus interacciones',
  helps_agents: 'Ayudar a los agentes en la bandeja',
  summarizes: 'Resumir al tomar una conversación',
  summarize_from: 'Mensajes del cliente para resumir',
  daily_tokens: 'Presupuesto diario (tokens)',
  webhook_url: 'Dirección',
  order: 'Orden',
  phrases: 'Frases de prueba',
};
/** A field's name on screen; others are shown by their own: a difference is never hidden for want of a word. */
export const fieldText = (field: string): string => FIELDS[field] ?? field;

export interface LineChange {
  /** Undefined in both: the same. */
  mark: 'same' | 'removed' | 'added';
  text: string;
}

/** Two lists of lines, one entry a line, as one: what left, what came, what stayed, in reading order. */
export function lineChanges(before: string | null, after: string | null): LineChange[] {
  const was = before === null ? [] : before.split('\n');
  const is = after === null ? [] : after.split('\n');
  const kept = longestCommon(was, is);
  const out: LineChange[] = [];
  let old = 0;
  let now = 0;
  for (const line of [...kept, null]) {
    for (; old < was.length && was[old] !== line; old++) out.push({ mark: 'removed', text: was[old] ?? '' });
    for (; now < is.length && is[now] !== line; now++) out.push({ mark: 'added', text: is[now] ?? '' });
    if (line !== null) {
      out.push({ mark: 'same', text: line });
      old++;
      now++;
    }
  }
  return out;
}

/** Above this the table of the common lines would be too large: all old lines, then all new ones. */
const MOST_CELLS = 250_000;

function longestCommon(a: readonly string[], b: readonly string[]): string[] {
  if (a.length * b.length > MOST_CELLS) return [];
  const width = b.length + 1;
  const length = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i * width + j] =
        a[i] === b[j]
          ? (length[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
  const common: string[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      common.push(a[i] ?? '');
      i++;
      j++;
    } else if ((length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return common;
}
