import type { BotModel } from '../engine/bot-model.ts';

/** What a bot without a template starts from: a greeting, and the way to a person. */
export function blankModel(botName: string): BotModel {
  return {
    welcome: {
      answers: [`¡Hola! Soy el asistente de ${botName}. ¿En qué te puedo ayudar?`],
      buttons: [{ id: 'welcome>hablar_persona', label: 'Hablar con una persona', node: 'hablar_persona' }],
    },
    nodes: [
      {
        id: 'hablar_persona',
        name: 'hablar_persona',
        title: 'Hablar con una persona',
        intent: 'hablar_persona',
        status: true,
        handoff: true,
        area: null,
        answers: ['Te paso con una persona del equipo. Te responderá por este mismo chat.'],
        buttons: [],
      },
    ],
    intents: [
      {
        name: 'hablar_persona',
        examples: ['Quiero hablar con una persona', 'Necesito un ejecutivo', 'Pásame con un humano'],
      },
    ],
    fallback: { answers: ['Perdona, no te entendí. ¿Me lo puedes decir con otras palabras?'], buttons: [] },
    choice: { answers: ['¿Te refieres a alguna de estas opciones?'] },
    handoff: {
      node: 'hablar_persona',
      offerAfterFallbacks: 2,
      offer: { answers: ['Sigo sin entenderte, perdona. Si quieres, te paso con una persona del equipo.'] },
    },
  };
}
