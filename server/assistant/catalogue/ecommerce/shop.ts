import type { TopicSection } from '../topics/topic.ts';

/** What the bot offers at the beginning and whenever it is asked. */
export const MAIN_MENU: [string, string][] = [
  ['Mi pedido', 'menu_pedidos'],
  ['Despacho y retiro', 'menu_despacho'],
  ['Cambios y devoluciones', 'menu_cambios'],
  ['Pagos, boleta y factura', 'menu_pagos'],
  ['Productos y tallas', 'menu_productos'],
  ['Tiendas y horarios', 'menu_tienda'],
  ['Hablar con una persona', 'hablar_persona'],
];

/** The shop itself, the account, and the small talk around it. */
export const shop: TopicSection = {
  section: 'La tienda',
  topics: [
    {
      name: 'menu_tienda',
      title: 'Tiendas y horarios',
      answers: ['¿Qué necesitas saber de nuestras tiendas?'],
      buttons: [
        ['Horarios', 'horario'],
        ['Direcciones', 'direccion_tienda'],
        ['Teléfono y correo', 'contacto'],
      ],
    },
    {
      name: 'horario',
      title: 'Horarios',
      answers: [
        'Nuestras tiendas abren de lunes a sábado de 10:00 a 20:00 y los domingos de 11:00 a 19:00. Los feriados irrenunciables cerramos. Por este chat atendemos de lunes a viernes de 9:00 a 18:30.',
      ],
      buttons: [['Direcciones', 'direccion_tienda']],
    },
    {
      name: 'direccion_tienda',
      title: 'Direcciones de las tiendas',
      answers: [
        'Estamos en Santiago (Av. Providencia 2133, local 12, metro Los Leones), Viña del Mar (15 Norte 961, local 210) y Concepción (Barros Arana 640).',
      ],
      buttons: [
        ['Horarios', 'horario'],
        ['Retiro en tienda', 'retiro_tienda'],
      ],
    },
    {
      name: 'contacto',
      title: 'Teléfono y correo',
      answers: [
        'Nos encuentras en el +56 2 2345 6700 y en hola@tiendaandes.example, de lunes a viernes de 9:00 a 18:30. Por aquí también puedes hablar con una persona.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'trabajo',
      title: 'Trabaja con nosotros',
      answers: [
        'Publicamos las vacantes en la página, en «Trabaja con nosotros». Ahí puedes dejar tu currículum aunque no haya una oferta abierta.',
      ],
    },
    {
      name: 'puntos',
      title: 'Club de puntos',
      answers: [
        'En el Club Andes sumas 1 punto por cada $100, y 1.000 puntos son $5.000 de descuento. Tus puntos están en «Mi cuenta › Club»; duran 12 meses.',
      ],
    },
    {
      name: 'cuenta',
      title: 'Mi cuenta y clave',
      answers: [
        'En «Ingresar › Olvidé mi clave» te enviamos un enlace para crear una nueva. Tus datos se cambian en «Mi cuenta». Si sigues sin poder entrar, te ayuda una persona del equipo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'saludo',
      title: 'Saludo',
      answers: ['¡Hola! ¿En qué te puedo ayudar?', '¡Hola! Cuéntame, ¿qué necesitas?'],
      buttons: [
        ['Mi pedido', 'menu_pedidos'],
        ['Despacho y retiro', 'menu_despacho'],
        ['Cambios y devoluciones', 'menu_cambios'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'despedida',
      title: 'Despedida',
      answers: [
        '¡Gracias por escribirnos! Que tengas un buen día.',
        '¡Hasta pronto! Aquí estaré si necesitas algo más.',
      ],
    },
    {
      name: 'agradecimiento',
      title: 'Gracias',
      answers: ['¡De nada! ¿Te ayudo con algo más?', '¡Con gusto! ¿Necesitas algo más?'],
    },
    {
      name: 'ayuda_bot',
      title: 'Qué puedo hacer por ti',
      answers: [
        'Soy el asistente virtual de la tienda. Puedo ayudarte con esto, y cuando quieras te paso con una persona:',
      ],
      buttons: MAIN_MENU,
    },
    {
      name: 'hablar_persona',
      title: 'Hablar con una persona',
      handoff: true,
      answers: [
        'Te paso con una persona del equipo. Puedes ir contándonos tu consulta por aquí; te respondemos apenas alguien tome la conversación.',
      ],
    },
  ],
};
