/**
 * What customers of the sample shop write about. `c` customer, `b` bot, `p` asks for a person, `a` agent.
 * `{order}`, `{good}`, `{size}`, `{town}`, `{price}`, `{name}`, `{agent}` are filled in.
 */
import type { Area } from '../../../contract/states.ts';

export interface Story {
  area: Area;
  tags: readonly string[];
  /** Up to the point where a person is asked for (or the bot has solved it). */
  bot: readonly (readonly ['c' | 'b', string])[];
  /** With a person. */
  person: readonly (readonly ['c' | 'a', string])[];
}

export const STORIES: readonly Story[] = [
  {
    area: 'post-venta',
    tags: ['despacho'],
    bot: [
      ['c', 'Hola, quería saber dónde viene mi pedido {order}'],
      ['b', 'Para revisar tu pedido necesito el número. También puedes verlo en «Mis pedidos».'],
      ['c', 'es el {order}, ya lo puse'],
      ['b', 'Gracias. Tu pedido salió de nuestra bodega. ¿Quieres hablar con una persona del equipo?'],
      ['c', 'sí por favor, hablar con una persona'],
    ],
    person: [
      ['a', 'Hola {name}, soy {agent}. Reviso tu pedido {order} de inmediato.'],
      ['c', 'gracias!! es que lo necesito antes del viernes'],
      ['a', 'Está en reparto en {town}, llega entre hoy y mañana. Te dejo anotado para que te llamen antes.'],
      ['c', 'buenísimo, muchas gracias'],
    ],
  },
  {
    area: 'ventas',
    tags: ['talla', 'stock'],
    bot: [
      ['c', 'Tienen la {good} en talla {size}?'],
      ['b', 'Tenemos tallas de la XS a la XXL en la mayoría de los modelos. ¿Sobre qué producto preguntas?'],
      ['c', 'la {good}, en la página sale agotada'],
      ['b', 'No encontré ese dato. Puedo pedirle a una persona que lo revise.'],
      ['c', 'ya, con una persona'],
    ],
    person: [
      ['a', '¡Hola {name}! Déjame revisar el stock de la {good} en talla {size}.'],
      ['a', 'Queda una unidad en nuestra tienda de Costanera. ¿Te la reservo hasta mañana?'],
      ['c', 'sii por favor'],
      ['a', 'Lista, quedó a tu nombre. Cuesta {price} y la puedes pagar en la tienda.'],
      ['c', 'gracias {agent}, un 7'],
    ],
  },
  {
    area: 'post-venta',
    tags: ['cambio'],
    bot: [
      ['c', 'necesito cambiar la {good}, me quedó chica'],
      [
        'b',
        'Puedes cambiar tu compra dentro de 30 días, sin uso y con su etiqueta. ¿Prefieres en tienda o por despacho?',
      ],
      ['c', 'por despacho, vivo en {town}'],
      ['b', 'Para coordinar el retiro te comunico con una persona.'],
    ],
    person: [
      ['a', 'Hola {name}, soy {agent}. ¿Por qué talla la cambiamos?'],
      ['c', 'por la {size}'],
      ['a', 'Perfecto. Mañana pasa el courier por la {good} y te llevamos la nueva, sin costo.'],
      ['c', 'súper, gracias'],
    ],
  },
  {
    area: 'facturación',
    tags: ['factura'],
    bot: [
      ['c', 'hola necesito factura por el pedido {order}, pedí boleta por error'],
      ['b', 'Podemos cambiar la boleta por factura dentro del mismo mes. Una persona te pedirá los datos.'],
    ],
    person: [
      ['a', 'Hola, con gusto. Envíame RUT, razón social, giro y dirección.'],
      ['c', 'te los mando altiro'],
      ['c', '76.543.210-3, Comercial Ruta Sur SpA, venta de artículos deportivos, {town}'],
      ['a', 'Listo: anulamos la boleta y la factura va a tu correo en unos minutos.'],
      ['c', 'llegó, gracias'],
    ],
  },
  {
    area: 'soporte',
    tags: ['pago'],
    bot: [
      ['c', 'No puedo pagar, me sale error en webpay'],
      [
        'b',
        'Prueba con otra tarjeta o transferencia. Si ves el cargo en tu banco, el pedido se confirma en unos minutos.',
      ],
      ['c', 'ya probé dos veces y me descontaron {price}!!'],
      ['b', 'Entiendo. Te comunico con una persona.'],
    ],
    person: [
      ['a', 'Hola {name}, lamento el problema. Veo el intento de pago por {price}; no quedó confirmado.'],
      ['c', 'y la plata?'],
      [
        'a',
        'El banco la devuelve sola en 24 a 48 horas. Te envié un enlace de pago nuevo y te guardé los productos.',
      ],
      ['c', 'ok, ahora sí pasó'],
      ['a', '¡Excelente! Tu pedido es el {order}.'],
    ],
  },
  {
    area: 'general',
    tags: ['horario'],
    bot: [
      ['c', 'a que hora abren el sabado?'],
      ['b', 'Los sábados atendemos de 10:00 a 20:00 en todas las tiendas, y los domingos de 11:00 a 19:00.'],
      ['c', 'gracias!'],
    ],
    person: [],
  },
  {
    area: 'ventas',
    tags: ['despacho'],
    bot: [
      ['c', 'hacen envíos a {town}?'],
      ['b', 'Sí, despachamos a todo Chile. A {town} demora entre 2 y 5 días hábiles; gratis sobre $ 49.990.'],
      ['c', 'perfecto, gracias'],
    ],
    person: [],
  },
  {
    area: 'ventas',
    tags: ['mayorista'],
    bot: [
      ['c', 'Buenas tardes, somos una empresa y queremos cotizar 40 {good}'],
      ['b', 'Para ventas a empresas te comunico con una persona del equipo.'],
    ],
    person: [
      ['a', 'Buenas tardes, soy {agent}. ¿Para qué fecha las necesitan y con logo bordado o sin?'],
      ['c', 'con logo, para fin de mes'],
      [
        'a',
        'Con 40 unidades queda en {price} cada una, bordado incluido. Le envío la cotización por correo.',
      ],
      ['c', 'la recibí, la reviso con mi jefatura y le aviso'],
    ],
  },
  {
    area: 'post-venta',
    tags: ['garantía'],
    bot: [
      ['c', 'se me rompió el cierre de la {good} y la compré hace 3 meses'],
      [
        'b',
        'Todos nuestros productos tienen 6 meses de garantía legal. Te comunico con una persona para revisarlo.',
      ],
    ],
    person: [
      ['a', 'Hola {name}, ¿me puedes describir la falla?'],
      ['c', 'el carro del cierre se salió y no entra más'],
      ['a', 'Lo cubre la garantía. Puedes elegir reparación, cambio o devolución del dinero.'],
      ['c', 'cambio porfa'],
      ['a', 'Agendado: retiro en {town} el jueves.'],
    ],
  },
  {
    area: 'general',
    tags: ['reclamo'],
    bot: [
      ['c', 'llevo una semana esperando el {order} y nadie responde, pésimo'],
      ['b', 'Lamento la demora. Te comunico de inmediato con una persona.'],
    ],
    person: [
      ['a', 'Hola {name}, soy {agent}. Tienes toda la razón, déjame ver qué pasó.'],
      ['a', 'El courier lo dejó retenido en {town} por la dirección incompleta. Ya la corregí.'],
      ['c', 'y cuándo llega??'],
      ['a', 'Mañana antes de las 18:00. Te devolvimos además el costo del despacho.'],
      ['c', 'ok, gracias por la respuesta'],
    ],
  },
  {
    area: 'ventas',
    tags: ['descuento'],
    bot: [
      ['c', 'el código ANDES10 no me funciona'],
      ['b', 'ANDES10 vale para la primera compra y no se suma con liquidación. ¿Te ayudo con algo más?'],
      ['c', 'ah ya, gracias'],
    ],
    person: [],
  },
  {
    area: 'ventas',
    tags: ['retiro'],
    bot: [
      ['c', 'puedo retirar en tienda hoy mismo?'],
      [
        'b',
        'Sí: si compras antes de las 14:00 lo retiras desde las 17:00. Te avisamos por correo cuando esté listo.',
      ],
      ['c', 'sale, gracias'],
    ],
    person: [],
  },
  {
    area: 'soporte',
    tags: ['cuenta'],
    bot: [
      ['c', 'no puedo entrar a mi cuenta, no llega el correo para cambiar la clave'],
      ['b', 'Revisa tu carpeta de spam. Si no está, una persona puede ayudarte.'],
      ['c', 'no está, quiero hablar con alguien'],
    ],
    person: [
      ['a', 'Hola {name}, ¿con qué correo te registraste?'],
      ['c', 'con el mismo de siempre, pero ahora me fijo que le puse .com en vez de .cl'],
      ['a', 'Eso era. Lo corregí y te envié el enlace de nuevo.'],
      ['c', 'ahora sí, gracias!'],
    ],
  },
];
