/** A trace in words that an owner understands. Pure. */
import type { SlotTrace } from '../../../contract/entities/bot-slot.ts';
import type { BotTrace, LlmTrace, MeaningTrace, PreviewTrace } from '../../../contract/entities/bot-trace.ts';

/** 0.923 → '92 %'. */
export const percent = (score: number): string => `${Math.round(score * 100)} %`;

type Guess = BotTrace['guesses'][number];

const MATCHED: Record<NonNullable<BotTrace['matched']>, string> = {
  label: 'escribió la opción tal cual',
  number: 'escribió su número',
  typo: 'la escribió con un error de tipeo',
  words: 'usó sus palabras',
};

/** Why it answered as it did, in one or two sentences. */
export function headline(trace: PreviewTrace): string {
  if (trace.llm?.outcome === 'answered') return 'Ninguna interacción calzó: respondió el modelo de lenguaje.';
  const { node, thresholds } = trace;
  const title = node ? `«${node.title}»` : '';
  const [best] = trace.guesses;
  switch (trace.via) {
    case 'start':
      return 'Es el saludo del menú inicial: lo ve quien abre el chat.';
    case 'button':
      return `El cliente tocó una opción que lleva a ${title}.`;
    case 'menu':
      return `Eligió la opción ${title} del mensaje anterior: ${trace.matched ? MATCHED[trace.matched] : 'la nombró'}.`;
    case 'node':
      return `Se cumplió la condición de ${title}, que se revisa antes que las frases.`;
    case 'intent':
      if (trace.also)
        return `Entendió dos preguntas: ${title} con ${percent(trace.score ?? 0)} de seguridad y «${trace.also.title}» con ${percent(trace.also.score)}. Cada una tiene su respuesta.`;
      return trace.score === null
        ? `Entendió ${title}.`
        : `Entendió ${title} con ${percent(trace.score)} de seguridad. Responde desde ${percent(thresholds.answer)}.`;
    case 'person':
      return `Entendió que quiere hablar con una persona: respondió con ${title}.`;
    case 'slot':
      return `Había preguntado por un dato para ${title}. ${trace.slot ? slotText(trace.slot) : ''}`.trim();
    case 'followup':
      return `El mensaje sigue con el tema anterior: respondió ${title} otra vez.`;
    case 'choice':
      return `No estuvo lo bastante seguro para responder (${best ? percent(best.score) : 'nada'}, y responde desde ${percent(thresholds.answer)}): ofreció lo que más se parece.`;
    case 'document':
      return 'Ninguna interacción calzó: respondió con un pasaje de tus documentos.';
    case 'products':
      return trace.products?.narrowed
        ? 'El mensaje precisa lo que buscaba antes: respondió con productos de tu catálogo.'
        : trace.products?.sure
          ? 'El mensaje nombra productos de tu catálogo y nada más: respondió con ellos.'
          : 'Ninguna interacción calzó y el mensaje se parece a productos de tu catálogo: respondió con ellos.';
    case 'orders':
      return 'El mensaje es sobre un pedido y hay una tienda conectada: se consulta a la tienda, una vez que el cliente demuestra que el pedido es suyo.';
    case 'model':
      return `El bot no estaba seguro: el modelo de lenguaje eligió ${title} entre tus interacciones.`;
    case 'offer':
      if (trace.slot) return `${slotText(trace.slot)} Ofreció hablar con una persona.`;
      return 'Van varios mensajes seguidos sin entender: ofreció hablar con una persona.';
    case 'fallback':
      return best
        ? `No entendió: lo más parecido llegó a ${percent(best.score)}, y ofrece opciones desde ${percent(thresholds.offer)}.`
        : 'No entendió: ninguna frase de ejemplo se parece.';
    default:
      return title ? `Respondió con ${title}.` : 'Respondió sin una interacción.';
  }
}

const tokensText = (tokens: number): string =>
  `${tokens.toLocaleString('es-CL')} ${tokens === 1 ? 'token' : 'tokens'}`;

/** Whether the language model was asked, and why its answer is said or not. */
export function llmText({ outcome, asked, reason, tokens }: LlmTrace): string {
  switch (outcome) {
    case 'off':
      return 'Está apagado en Configuración de IA.';
    case 'not_needed':
      return 'No se le preguntó: el bot tenía una respuesta propia.';
    case 'answered':
      return `Se le preguntó porque ninguna interacción calzó, y respondió. Usó ${tokensText(tokens)}.`;
    case 'chose':
      return `Se le preguntó cuál de tus interacciones calzaba y eligió una${reason ? `: ${reason}` : '.'} Usó ${tokensText(tokens)}.`;
    case 'fell_back':
      return asked
        ? `Se le preguntó y no se usó su respuesta: ${reason ?? ''} Respondió el bot. Usó ${tokensText(tokens)}.`
        : `No se le preguntó: ${reason ?? ''} Respondió el bot.`;
  }
}

/** Whether meaning was asked for, and why it added nothing. */
export function meaningText({ asked, reason }: MeaningTrace): string {
  if (reason === null) return 'Se comparó lo que significa el mensaje con tus frases de ejemplo.';
  return asked ? `Se preguntó y no se usó: ${reason}` : `No se usó: ${reason}`;
}

const HOW: Record<NonNullable<BotTrace['products']>['words'][number]['how'], string> = {
  same: 'está en tu catálogo',
  alike: 'es otra palabra para algo de tu catálogo',
  slip: 'lo leyó como un error de tipeo',
  unknown: 'no está en tu catálogo',
};

/** How products were found, in sentences. */
export function productsText(products: NonNullable<BotTrace['products']>): string[] {
  const { words, min, max, sizes, total, cover, out_of_price, asked } = products;
  const pesos = (amount: number) => `$ ${amount.toLocaleString('es-CL')}`;
  return [
    ...words.map(({ said, how }) => `«${said}»: ${HOW[how]}.`),
    ...(sizes.length > 0 ? [`Talla: ${sizes.join(', ').toUpperCase()}.`] : []),
    ...(min === null ? [] : [`Desde ${pesos(min)}.`]),
    ...(max === null ? [] : [`Hasta ${pesos(max)}.`]),
    ...(out_of_price ? ['Ninguno está en ese precio: mostró los más cercanos.'] : []),
    total === 1
      ? `Un producto calza con el ${percent(cover)} del mensaje.`
      : `${total} productos calzan; el mejor, con el ${percent(cover)} del mensaje.`,
    ...(asked === 'size' ? ['Preguntó por la talla o variante.'] : []),
    ...(asked === 'more' ? ['Son muchos: pidió más detalles.'] : []),
  ];
}

/** What became of a value that an interaction asks for. */
export function slotText({ name, outcome, value }: SlotTrace): string {
  const called = `{{${name}}}`;
  switch (outcome) {
    case 'asked':
      return `Preguntó por ${called}: el mensaje no lo traía.`;
    case 'taken':
      return `Tomó ${called} del mensaje: «${value ?? ''}».`;
    case 'known':
      return `Ya sabía ${called}: «${value ?? ''}».`;
    case 'wrong':
      return `Lo que llegó no sirve para ${called}: preguntó una vez más.`;
    case 'left':
      return `El cliente no tiene ${called}: siguió sin ese dato.`;
    case 'given_up':
      return `Lo que llegó no sirvió para ${called} por segunda vez.`;
  }
}

/** What became of a guess. */
export function outcomeText(guess: Guess, { thresholds, also, score: first }: BotTrace): string {
  const { outcome, score } = guess;
  switch (outcome) {
    case 'answered': {
      if (!also) return 'Esta respondió';
      // Heard in its own part the guess is surer than in the whole message.
      const own = guess.intent_name === also.intent_name ? also.score : first;
      return `Esta respondió${own === null ? '' : `: su parte del mensaje llegó a ${percent(own)}`}`;
    }
    case 'offered':
      return 'La ofreció como opción';
    case 'second':
      return 'Otra tuvo más puntaje';
    case 'condition':
      return 'Su condición no se cumplió';
    case 'parent':
      return 'Solo responde después de otra interacción';
    case 'no_node':
      return 'No tiene una interacción activada';
    case 'unsure':
      return score >= thresholds.answer
        ? 'Otra respondió antes'
        : `Le faltó para llegar a ${percent(score >= thresholds.offer ? thresholds.answer : thresholds.offer)}`;
  }
}

/**
 * What a sentence should be understood as where the bot's reading of it is right: an intent, or null for nothing.
 * Undefined: what it said hangs on what was said before, and the sentence alone is no phrase to test.
 */
export function expectedOf({ via, intent, guesses }: BotTrace): string | null | undefined {
  if (
    via === 'slot' ||
    via === 'orders' ||
    via === 'followup' ||
    via === 'menu' ||
    via === 'button' ||
    via === 'start'
  )
    return undefined;
  return intent ?? guesses.find(({ outcome }) => outcome === 'answered')?.intent_name ?? null;
}

/** The values that the conversation remembers; whatever else a context holds is the engine's own. */
export function remembered(context: unknown): [string, string][] {
  if (typeof context !== 'object' || context === null || !('vars' in context)) return [];
  const { vars } = context;
  if (typeof vars !== 'object' || vars === null) return [];
  return Object.entries(vars).map(([name, value]) => [name, String(value)]);
}
