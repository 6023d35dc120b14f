import { afterSale } from './ecommerce/after-sale.ts';
import { delivery } from './ecommerce/delivery.ts';
import { ecommerceEntities } from './ecommerce/entities.ts';
import { orders } from './ecommerce/orders.ts';
import { payment } from './ecommerce/payment.ts';
import { products } from './ecommerce/products.ts';
import { MAIN_MENU, shop } from './ecommerce/shop.ts';
import examples from './examples/ecommerce.json' with { type: 'json' };
import foreign from './examples/foreign.json' with { type: 'json' };
import { buttonsOf, type Template } from './topics/topic.ts';

/** The template 'ecommerce' (spec: skill_base_template), filled in for a Chilean outdoor shop. */
export const ecommerce: Template = {
  label: 'Ecommerce',
  sections: [orders, delivery, afterSale, payment, products, shop],
  examples,
  counterexamples: foreign.ecommerce,
  entities: ecommerceEntities,
  shell: (name) => ({
    welcome: {
      answers: [
        `¡Hola! Soy el asistente de ${name}. ¿En qué te puedo ayudar? Elige una opción o escríbeme tu pregunta.`,
      ],
      buttons: buttonsOf('welcome', MAIN_MENU),
    },
    fallback: {
      answers: [
        'Perdona, no te entendí. ¿Me lo puedes decir con otras palabras, o elegir una opción?',
        'No estoy seguro de haber entendido. Prueba con otras palabras o elige una de estas opciones.',
      ],
      buttons: buttonsOf('fallback', [
        ['Mi pedido', 'menu_pedidos'],
        ['Despacho y retiro', 'menu_despacho'],
        ['Cambios y devoluciones', 'menu_cambios'],
        ['Pagos, boleta y factura', 'menu_pagos'],
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
