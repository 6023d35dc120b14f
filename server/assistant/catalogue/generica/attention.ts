import type { TopicSection } from '../topic.ts';

/** Courtesies, and where and when people attend. */
export const attention: TopicSection = {
  section: 'Atención',
  topics: [
    {
      name: 'saludo',
      title: 'Saludo',
      examples: `
        Hola
        Buenos días
        Buenas tardes
        Buenas noches
        Hola, ¿cómo están?
        ¿Hay alguien?
        Hola, buenas
        Aló
        Saludos
        ¿Están ahí?
      `,
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
      examples: `
        Chao
        Adiós
        Hasta luego
        Nos vemos
        Que estén bien
        Eso era todo
        Nada más, chao
        Buen día, adiós
        Hasta mañana
      `,
      answers: ['¡Que te vaya muy bien! Aquí estaremos si nos necesitas.'],
    },
    {
      name: 'agradecimiento',
      title: 'Agradecimiento',
      examples: `
        Gracias
        Muchas gracias
        Te agradezco la ayuda
        Mil gracias
        Se agradece
        Gracias por la información
        Muy amable
        Perfecto, gracias
        Gracias, me quedó claro
      `,
      answers: ['¡De nada! ¿Necesitas algo más?', 'Con gusto. Cualquier otra cosa, me dices.'],
    },
    {
      name: 'ayuda_bot',
      title: 'Qué puedo hacer',
      examples: `
        ¿Qué puedes hacer?
        ¿En qué me ayudas?
        ¿Eres un robot?
        ¿Qué cosas te puedo preguntar?
        ¿Cómo funciona este chat?
        Ayuda
        ¿Para qué sirve este chat?
        ¿Hablo con una máquina?
        ¿Me contesta un bot?
      `,
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
      examples: `
        Quiero hablar con una persona
        ¿Me puede atender alguien?
        Necesito un ejecutivo
        Pásame con un humano
        Quiero hablar con alguien de verdad
        Necesito que me atienda una persona
        Comunícame con un ejecutivo
        No quiero hablar con un robot
        ¿Puedo hablar con un asesor?
        Que me llame un ejecutivo
      `,
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
      examples: `
        ¿Cuál es el horario de atención?
        ¿A qué hora abren?
        ¿Hasta qué hora atienden?
        ¿Atienden los sábados?
        ¿Abren el domingo?
        ¿Están abiertos ahora?
        Horario de la oficina
        ¿A qué hora cierran?
        ¿Cierran a la hora de almuerzo?
        ¿Qué días atienden público?
      `,
      answers: ['Atendemos de lunes a viernes de 9:00 a 18:00, en horario continuado.'],
      buttons: [
        ['Feriados', 'feriados'],
        ['Dirección', 'direccion'],
      ],
    },
    {
      name: 'feriados',
      title: 'Feriados y vacaciones',
      examples: `
        ¿Abren los feriados?
        ¿Atienden en fiestas patrias?
        ¿Trabajan el 18 de septiembre?
        ¿Abren el 24 de diciembre?
        ¿Cierran en febrero?
        ¿Salen de vacaciones?
        ¿Atienden en semana santa?
        Horario de Navidad y Año Nuevo
        ¿Mañana que es feriado atienden?
      `,
      answers: ['Los feriados no atendemos. Lo que escribas ese día lo respondemos el siguiente día hábil.'],
    },
    {
      name: 'direccion',
      title: 'Dirección',
      examples: `
        ¿Cuál es la dirección?
        ¿Dónde están ubicados?
        ¿Dónde queda la oficina?
        ¿En qué comuna están?
        Necesito la ubicación
        ¿Me manda la dirección?
        ¿En qué calle están?
        ¿Qué piso es la oficina?
        ¿Tienen un local para ir?
      `,
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
      examples: `
        ¿Cómo llego?
        ¿Qué metro queda cerca?
        ¿En qué micro me voy?
        ¿Cómo llegar en transporte público?
        ¿Qué estación de metro me sirve?
        ¿Cuál es la mejor forma de llegar?
        ¿Queda cerca del metro?
        ¿Cómo me voy desde el centro?
      `,
      answers: [
        'Estamos a pocas cuadras del metro y de varios recorridos de buses. En «Contacto» de nuestro sitio está el mapa con la ruta.',
      ],
    },
    {
      name: 'estacionamiento',
      title: 'Estacionamiento',
      examples: `
        ¿Tienen estacionamiento?
        ¿Dónde puedo estacionar?
        ¿Hay donde dejar el auto?
        ¿El estacionamiento es gratis?
        ¿Tienen estacionamiento para bicicletas?
        ¿Puedo llegar en auto?
        ¿Cuánto cuesta el estacionamiento?
        ¿Hay parking cerca?
      `,
      answers: ['Tenemos estacionamientos para visitas sujetos a disponibilidad y bicicletero sin costo.'],
    },
    {
      name: 'accesibilidad',
      title: 'Acceso para todas las personas',
      examples: `
        ¿Tienen acceso para silla de ruedas?
        ¿Hay ascensor?
        ¿Hay rampa?
        Voy con un adulto mayor, ¿hay escaleras?
        ¿Tienen atención preferencial?
        Soy una persona con discapacidad, ¿puedo entrar sin problema?
        ¿Hay baño accesible?
        ¿Atienden en lengua de señas?
      `,
      answers: [
        'Sí: hay rampa, ascensor y atención preferencial. Si necesitas algún apoyo, avísanos antes y te esperamos.',
      ],
    },
    {
      name: 'contacto',
      title: 'Teléfono y correo',
      examples: `
        ¿Cuál es el teléfono?
        ¿A qué número puedo llamar?
        ¿Tienen WhatsApp?
        ¿Cuál es el correo?
        ¿A qué mail les escribo?
        Necesito un número de contacto
        ¿Cómo los contacto?
        ¿Tienen un fono de atención?
        Datos de contacto
      `,
      answers: [
        'Puedes escribirnos por este chat, o usar el teléfono y el correo que están en «Contacto» de nuestro sitio.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'sucursales',
      title: 'Sucursales',
      examples: `
        ¿Tienen más sucursales?
        ¿Hay oficina en regiones?
        ¿Tienen sede en Concepción?
        ¿Cuántas sucursales tienen?
        ¿Cuál es la sucursal más cercana?
        ¿Están en Viña?
        ¿Hay otra oficina?
        ¿En qué ciudades tienen oficinas?
      `,
      answers: ['Atendemos en nuestra oficina central y en línea para todo Chile.'],
    },
  ],
};
