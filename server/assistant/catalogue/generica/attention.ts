import type { TopicSection } from '../topics/topic.ts';

/** Courtesies, and where and when people attend. */
export const attention: TopicSection = {
  section: 'Atención',
  topics: [
    {
      name: 'saludo',
      title: 'Saludo',
      answers: [
        '¡Hola! ¿En qué te puedo ayudar? Escríbeme tu pregunta o elige una opción.',
        '¡Hola! Cuéntame qué necesitas.',
      ],
      buttons: [
        ['Servicios y precios', 'menu_servicios'],
        ['Pedir una hora', 'menu_horas'],
        ['Horario y ubicación', 'menu_ubicacion'],
      ],
    },
    {
      name: 'despedida',
      title: 'Despedida',
      answers: ['¡Que te vaya muy bien! Aquí estaremos si nos necesitas.'],
    },
    {
      name: 'agradecimiento',
      title: 'Agradecimiento',
      answers: ['¡De nada! ¿Necesitas algo más?', 'Con gusto. Cualquier otra cosa, me dices.'],
    },
    {
      name: 'ayuda_bot',
      title: 'Qué puedo hacer',
      answers: [
        'Soy un asistente automático: te oriento sobre servicios, precios, horas, pagos y trámites. Si prefieres, te paso con una persona.',
      ],
      buttons: [
        ['Servicios y precios', 'menu_servicios'],
        ['Pedir una hora', 'menu_horas'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'hablar_persona',
      title: 'Hablar con una persona',
      answers: ['Te paso con una persona del equipo. Te responderá por este mismo chat.'],
      handoff: true,
    },
    {
      name: 'menu_ubicacion',
      title: 'Horario y ubicación',
      answers: ['¿Qué necesitas saber?'],
      buttons: [
        ['Horario', 'horario'],
        ['Dirección', 'direccion'],
        ['Cómo llegar', 'como_llegar'],
        ['Estacionamiento', 'estacionamiento'],
        ['Otras sucursales', 'sucursales'],
        ['Teléfono y correo', 'contacto'],
      ],
    },
    {
      name: 'horario',
      title: 'Horario de atención',
      answers: ['Atendemos de lunes a viernes de 9:00 a 18:00, en horario continuado.'],
      buttons: [
        ['Feriados', 'feriados'],
        ['Dirección', 'direccion'],
      ],
    },
    {
      name: 'feriados',
      title: 'Feriados y vacaciones',
      answers: ['Los feriados no atendemos. Lo que escribas ese día lo respondemos el siguiente día hábil.'],
    },
    {
      name: 'direccion',
      title: 'Dirección',
      answers: [
        'Estamos en nuestra oficina central; la dirección exacta y el mapa están en nuestro sitio, en «Contacto».',
      ],
      buttons: [
        ['Cómo llegar', 'como_llegar'],
        ['Horario', 'horario'],
      ],
    },
    {
      name: 'como_llegar',
      title: 'Cómo llegar',
      answers: [
        'Estamos a pocas cuadras del metro y de varios recorridos de buses. En «Contacto» de nuestro sitio está el mapa con la ruta.',
      ],
    },
    {
      name: 'estacionamiento',
      title: 'Estacionamiento',
      answers: ['Tenemos estacionamientos para visitas sujetos a disponibilidad y bicicletero sin costo.'],
    },
    {
      name: 'accesibilidad',
      title: 'Acceso para todas las personas',
      answers: [
        'Sí: hay rampa, ascensor y atención preferencial. Si necesitas algún apoyo, avísanos antes y te esperamos.',
      ],
    },
    {
      name: 'contacto',
      title: 'Teléfono y correo',
      answers: [
        'Puedes escribirnos por este chat, o usar el teléfono y el correo que están en «Contacto» de nuestro sitio.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'sucursales',
      title: 'Sucursales',
      answers: ['Atendemos en nuestra oficina central y en línea para todo Chile.'],
    },
  ],
};
