import type { TopicSection } from '../topic.ts';

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
      examples: `
        ¿Cuánto cuesta el envío?
        ¿Cuánto sale el despacho?
        Valor del despacho
        Precio del envío a domicilio
        ¿Cuánto cobran por despachar?
        ¿Cuánto me sale el envío a La Florida?
        ¿Qué valor tiene el envío?
        ¿Cuántas lucas cobran por el despacho?
        Costo de despacho a Maipú
        Tarifas de envío
        ¿El despacho se paga aparte?
      `,
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
      examples: `
        ¿Cuánto demora el despacho?
        ¿Cuántos días se demora el envío?
        ¿Cuándo llega si compro hoy?
        Tiempo de entrega
        Plazos de despacho
        ¿En cuánto tiempo llega?
        ¿Cuánto tarda en llegar un pedido?
        ¿Qué día me llegaría?
        ¿Cuánto se demoran en entregar?
        Fecha estimada de entrega
        ¿Entregan los sábados?
      `,
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
      examples: `
        ¿Envían a regiones?
        ¿Hacen despacho a todo Chile?
        ¿Despachan a Antofagasta?
        ¿Llegan a Punta Arenas?
        Soy de Temuco, ¿me pueden enviar?
        ¿Mandan a Concepción?
        Envíos al sur
        ¿Llegan a Chiloé o zonas extremas?
        Despacho a La Serena
        ¿Hacen envíos a Iquique por Starken?
        ¿Despachan a Puerto Montt?
        ¿A qué comunas despachan?
      `,
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
      examples: `
        ¿Tienen despacho gratis?
        Envío gratis
        ¿Desde qué monto es gratis el envío?
        ¿Cuánto hay que comprar para el despacho gratis?
        ¿El envío es gratuito?
        Despacho sin costo
        ¿Cómo consigo envío gratis?
        Mínimo de compra para envío gratis
        ¿Hay despacho gratis a regiones?
      `,
      answers: [
        'El despacho es gratis en la Región Metropolitana para compras sobre $49.990, y sobre $89.990 a regiones.',
      ],
      buttons: [['Costo del envío', 'costo_envio']],
    },
    {
      name: 'despacho_express',
      title: 'Entrega el mismo día',
      examples: `
        ¿Tienen despacho express?
        ¿Entregan el mismo día?
        Lo necesito al tiro
        Lo necesito para hoy
        ¿Puede llegar mañana?
        Es urgente, ¿lo pueden enviar hoy?
        Despacho en el día
        Envío rápido
        Necesito que llegue hoy
        ¿Tienen entrega en 24 horas?
      `,
      answers: [
        'En la Región Metropolitana tenemos entrega el mismo día por $5.990, si compras antes de las 12:00 de lunes a sábado. Si te queda cerca, el retiro en tienda está listo en 2 horas.',
      ],
      buttons: [['Retiro en tienda', 'retiro_tienda']],
    },
    {
      name: 'envio_extranjero',
      title: 'Envíos fuera de Chile',
      examples: `
        ¿Hacen envíos internacionales?
        ¿Envían a Argentina?
        ¿Despachan fuera de Chile?
        Vivo en otro país, ¿puedo comprar?
        ¿Mandan al extranjero?
        Envío a Perú
        ¿Despachan a España o Estados Unidos?
        Comprar desde Bolivia
        ¿Llegan a otros países?
      `,
      answers: [
        'Por ahora solo despachamos dentro de Chile. Puedes comprar desde afuera si la entrega es a una dirección chilena o a una de nuestras tiendas.',
      ],
    },
    {
      name: 'retiro_tienda',
      title: 'Retiro en tienda',
      examples: `
        ¿Puedo retirar en tienda?
        Retiro en tienda
        ¿Puedo pasar a buscar mi compra?
        ¿Qué necesito para retirar mi pedido?
        ¿Puede retirar otra persona?
        ¿Cuándo puedo retirar?
        Quiero ir a buscar mi pedido al local
        ¿Hasta qué hora puedo retirar mi compra?
        ¿En qué tienda puedo retirar?
        ¿Tengo que llevar carnet para retirar?
        Compré online y quiero retirar
      `,
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
