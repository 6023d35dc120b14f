import { buttonsOf, compileTopics } from '../catalogue/topics/topic.ts';
import type { BotModel } from '../engine/bot-model.ts';
import { menu } from './cafe/menu.ts';
import { service } from './cafe/service.ts';
import { visit } from './cafe/visit.ts';

/** A bot that its owner wrote from nothing: the café of the demo. Nothing in the engine was tuned on it. */
export function cafeModel(name: string): BotModel {
  return {
    template: 'generica',
    welcome: {
      answers: [
        `¡Hola! Te damos la bienvenida a ${name}. ¿En qué te puedo ayudar? Elige una opción o escríbeme tu pregunta.`,
      ],
      buttons: buttonsOf('welcome', [
        ['Reservar una mesa', 'reservar'],
        ['Carta', 'menu_carta'],
        ['Horario y cómo llegar', 'menu_visita'],
        ['Delivery', 'delivery'],
        ['Hablar con una persona', 'hablar_persona'],
      ]),
    },
    ...compileTopics([visit, menu, service]),
    fallback: {
      answers: [
        'Perdona, no te entendí. ¿Me lo puedes decir con otras palabras, o elegir una opción?',
        'No estoy seguro de haber entendido. Prueba con otras palabras o elige una de estas opciones.',
      ],
      buttons: buttonsOf('fallback', [
        ['Reservar una mesa', 'reservar'],
        ['Carta', 'menu_carta'],
        ['Horario y cómo llegar', 'menu_visita'],
      ]),
    },
    choice: { answers: ['¿Te refieres a alguna de estas opciones?'] },
    handoff: {
      node: 'hablar_persona',
      offerAfterFallbacks: 2,
      offer: { answers: ['Sigo sin entenderte, perdona. Si quieres, te paso con una persona del equipo.'] },
    },
  };
}
