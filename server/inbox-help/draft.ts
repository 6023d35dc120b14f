/** A draft of the answer to the customer, with what it rests on. */
import * as z from 'zod/mini';
import { HELP_LIMITS, type HelpedDraft } from '../../contract/entities/inbox-help.ts';
import { type Asking, askHelp, helpMessages, judgeText, tokensFor } from './help.ts';
import { findMaterials, type Material, type Stores } from './materials.ts';
import { openQuestions, type SaidLine, saidBy } from './talk.ts';

const MOST_NAMED = 50;
const answer = z.object({
  respuesta: z.string(),
  fuentes: z.array(z.string()).check(z.maxLength(MOST_NAMED)),
});
const ANSWER_TOKENS = tokensFor(HELP_LIMITS.draft / 2);

const none = (reason: string): HelpedDraft => ({ text: null, reason, sources: [] });

interface Case {
  /** What was said; the customer's last words are to be answered. */
  lines: readonly SaidLine[];
  /** Whose it is; null: nobody's who is known. */
  leadId: string | null;
  /** What else it is about, by what it is called. */
  about?: Readonly<Record<string, unknown>>;
}

/** @param about what the caller sees of the conversation or the ticket */
export async function draftAnswer(
  asking: Asking,
  stores: Stores,
  { lines, leadId, about = {} }: Case,
): Promise<HelpedDraft> {
  const { app, by, config } = asking;
  const questions = openQuestions(lines);
  if (questions.length === 0) return none('El cliente todavía no ha escrito nada que responder.');
  const materials = await findMaterials(app, stores, by, { questions, leadId });
  const prompt = config.prompt.trim();
  const messages = helpMessages(
    [
      'Ayudas a una persona que atiende por chat a los clientes de un negocio: escribes un borrador de su próxima ' +
        'respuesta al cliente. Esa persona lo revisa y decide si lo envía.',
      ...(prompt === '' ? [] : [`Indicaciones del dueño del negocio:\n${prompt}`]),
      'Responde lo último que preguntó el cliente, en español, breve y concreto, sin saludar si ya se saludaron. Usa solo ' +
        'las fuentes y lo que ya dijo el equipo. No inventes precios, plazos, direcciones, enlaces ni promesas. Si no ' +
        'alcanzan para responder, deja la respuesta vacía.',
      'En «fuentes» van los id de las fuentes que usaste, y ninguno más.',
    ],
    '{"respuesta": "…", "fuentes": ["d1"]}',
    {
      Fuentes: materials.map(({ id, title, whole }) => ({ id, fuente: title, texto: whole })),
      ...about,
      Conversación: lines,
    },
  );
  const drafted = await askHelp(asking, {
    messages,
    form: {
      name: 'borrador',
      properties: {
        respuesta: { type: 'string' },
        fuentes: { type: 'array', items: { type: 'string' } },
      },
    },
    schema: answer,
    answerTokens: ANSWER_TOKENS,
    read: ({ respuesta, fuentes }) => {
      // An address that only the customer wrote is none to be sent back to them under the team's name.
      const known = [prompt, ...saidBy(lines, 'cliente'), ...materials.map(({ whole }) => whole)];
      const judged = judgeText(respuesta, { known, most: HELP_LIMITS.draft });
      return typeof judged === 'string' ? judged : { ...judged, sources: named(materials, fuentes) };
    },
  });
  return 'reason' in drafted ? none(drafted.reason) : { ...drafted, reason: null };
}

/** Those that were handed to it: what it made up is nothing to show. */
const named = (materials: readonly Material[], ids: readonly string[]): HelpedDraft['sources'] =>
  materials.filter(({ id }) => ids.includes(id)).map(({ kind, title, text }) => ({ kind, title, text }));
