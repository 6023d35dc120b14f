import type { TopicSection } from '../topics/topic.ts';

/** Getting it home, or fetching it. */
export const delivery: TopicSection = {
  section: 'Despacho y retiro',
  topics: [
    {
      name: 'menu_despacho',
      title: 'Despacho y retiro',
      answers: ['¿Qué quieres saber del despacho?'],
      buttons: [
        ['Costo del envío', 'costo_envio'],
        ['Plazos de entrega', 'plazo_envio'],
        ['Despacho a regiones', 'despacho_regiones'],
        ['Retiro en tienda', 'retiro_tienda'],
        ['Entrega el mismo día', 'despacho_express'],
      ],
    },
    {
      name: 'costo_envio',
      title: 'Costo del envío',
      answers: [
        'El despacho cuesta $3.990 en la Región Metropolitana y desde $5.990 a regiones. Sobre $49.990 es gratis en la RM, y el retiro en tienda siempre es gratis.',
      ],
      buttons: [
        ['Despacho gratis', 'despacho_gratis'],
        ['Plazos de entrega', 'plazo_envio'],
        ['Retiro en tienda', 'retiro_tienda'],
      ],
    },
    {
      name: 'plazo_envio',
      title: 'Plazos de entrega',
      answers: [
        'Entregamos en 2 a 3 días hábiles en la Región Metropolitana y en 3 a 7 días hábiles en regiones, contados desde que se confirma el pago.',
      ],
      buttons: [
        ['Entrega el mismo día', 'despacho_express'],
        ['Despacho a regiones', 'despacho_regiones'],
      ],
    },
    {
      name: 'despacho_regiones',
      title: 'Despacho a regiones',
      answers: [
        'Sí, despachamos a todo Chile con Starken, Chilexpress y Blue Express: desde $5.990 y en 3 a 7 días hábiles. A Aysén, Magallanes e islas puede tardar hasta 10.',
      ],
      buttons: [
        ['Costo del envío', 'costo_envio'],
        ['Plazos de entrega', 'plazo_envio'],
      ],
    },
    {
      name: 'despacho_gratis',
      title: 'Despacho gratis',
      answers: [
        'El despacho es gratis en la Región Metropolitana para compras sobre $49.990, y sobre $89.990 a regiones.',
      ],
      buttons: [['Costo del envío', 'costo_envio']],
    },
    {
      name: 'despacho_express',
      title: 'Entrega el mismo día',
      answers: [
        'En la Región Metropolitana tenemos entrega el mismo día por $5.990, si compras antes de las 12:00 de lunes a sábado. Si te queda cerca, el retiro en tienda está listo en 2 horas.',
      ],
      buttons: [['Retiro en tienda', 'retiro_tienda']],
    },
    {
      name: 'envio_extranjero',
      title: 'Envíos fuera de Chile',
      answers: [
        'Por ahora solo despachamos dentro de Chile. Puedes comprar desde afuera si la entrega es a una dirección chilena o a una de nuestras tiendas.',
      ],
    },
    {
      name: 'retiro_tienda',
      title: 'Retiro en tienda',
      answers: [
        'El retiro es gratis y está listo en 2 horas hábiles: te avisamos por correo. Lleva tu cédula y el número de orden; si va otra persona, basta con que muestre el correo de retiro y su cédula. Guardamos tu compra 10 días.',
      ],
      buttons: [
        ['Direcciones', 'direccion_tienda'],
        ['Horarios', 'horario'],
      ],
    },
  ],
};
