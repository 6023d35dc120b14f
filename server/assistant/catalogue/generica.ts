import foreign from './examples/foreign.json' with { type: 'json' };
import examples from './examples/generica.json' with { type: 'json' };
import { appointments } from './generica/appointments.ts';
import { attention } from './generica/attention.ts';
import { clients } from './generica/clients.ts';
import { company } from './generica/company.ts';
import { genericaEntities } from './generica/entities.ts';
import { payments } from './generica/payments.ts';
import { services } from './generica/services.ts';
import { buttonsOf, type Template } from './topics/topic.ts';

/** The template 'generica' (spec: skill_base_template): an office or a service business. */
export const generica: Template = {
  label: 'Genérica',
  sections: [attention, services, appointments, payments, clients, company],
  examples,
  counterexamples: foreign.generica,
  entities: genericaEntities,
  shell: (name) => ({
    welcome: {
      answers: [
        `¡Hola! Te damos la bienvenida a ${name}. ¿En qué te puedo ayudar? Elige una opción o escríbeme tu pregunta.`,
      ],
      buttons: buttonsOf('welcome', [
        ['Servicios y precios', 'menu_servicios'],
        ['Pedir una hora', 'menu_horas'],
        ['Horario y ubicación', 'menu_ubicacion'],
        ['Pagos y documentos', 'menu_pagos'],
        ['Ya soy cliente', 'estado_tramite'],
        ['Hablar con una persona', 'hablar_persona'],
      ]),
    },
    fallback: {
      answers: [
        'Perdona, no te entendí. ¿Me lo puedes decir con otras palabras, o elegir una opción?',
        'No estoy seguro de haber entendido. Prueba con otras palabras o elige una de estas opciones.',
      ],
      buttons: buttonsOf('fallback', [
        ['Servicios y precios', 'menu_servicios'],
        ['Pedir una hora', 'menu_horas'],
        ['Horario y ubicación', 'menu_ubicacion'],
      ]),
    },
    choice: { answers: ['¿Te refieres a alguna de estas opciones?'] },
    handoff: {
      node: 'hablar_persona',
      offerAfterFallbacks: 2,
      offer: { answers: ['Sigo sin entenderte, perdona. Si quieres, te paso con una persona del equipo.'] },
    },
  }),
};
