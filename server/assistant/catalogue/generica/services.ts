import type { TopicSection } from '../topics/topic.ts';

/** What is offered, for how much, where and how fast. */
export const services: TopicSection = {
  section: 'Servicios y precios',
  topics: [
    {
      name: 'menu_servicios',
      title: 'Servicios y precios',
      answers: ['¿Qué te interesa?'],
      buttons: [
        ['Qué hacemos', 'servicios'],
        ['Precios', 'precios'],
        ['Pedir una cotización', 'cotizacion'],
        ['Promociones', 'promociones'],
        ['Plazos', 'plazos'],
        ['Garantía', 'garantia'],
      ],
    },
    {
      name: 'servicios',
      title: 'Qué hacemos',
      answers: [
        'Ofrecemos asesoría, instalación y mantención. Cuéntame qué necesitas y te digo cuál te sirve.',
      ],
      buttons: [
        ['Precios', 'precios'],
        ['Pedir una cotización', 'cotizacion'],
      ],
    },
    {
      name: 'precios',
      title: 'Precios',
      answers: [
        'Los precios dependen de lo que necesites. Los valores de referencia están en nuestro sitio, con IVA incluido; para uno exacto te hacemos una cotización sin costo.',
      ],
      buttons: [
        ['Pedir una cotización', 'cotizacion'],
        ['Medios de pago', 'medios_pago'],
      ],
    },
    {
      name: 'cotizacion',
      title: 'Pedir una cotización',
      answers: [
        'Cuéntanos por aquí qué necesitas, para cuándo y en qué comuna. La cotización no tiene costo y la enviamos en un día hábil.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'promociones',
      title: 'Promociones y descuentos',
      answers: [
        'Las promociones vigentes están en nuestro sitio. También hay descuentos por convenio: pregúntanos por el tuyo.',
      ],
      buttons: [['Convenios', 'convenios']],
    },
    {
      name: 'plazos',
      title: 'Plazos',
      answers: [
        'La mayoría de los trabajos está lista entre 3 y 5 días hábiles. En la cotización va la fecha comprometida; si es urgente, dínoslo.',
      ],
    },
    {
      name: 'garantia',
      title: 'Garantía',
      answers: [
        'Todos nuestros trabajos tienen 6 meses de garantía. Si algo falla, cuéntanos qué pasó y lo revisamos sin costo.',
      ],
      buttons: [['Hacer un reclamo', 'reclamo']],
    },
    {
      name: 'cobertura',
      title: 'Dónde atendemos',
      answers: [
        'Vamos a toda la Región Metropolitana; en otras regiones atendemos en línea o con visita programada.',
      ],
    },
    {
      name: 'a_domicilio',
      title: 'Atención a domicilio',
      answers: [
        'Sí, hacemos visitas a domicilio con hora. El costo de la visita se descuenta si haces el trabajo con nosotros.',
      ],
      buttons: [['Pedir una hora', 'agendar_hora']],
    },
    {
      name: 'en_linea',
      title: 'Atención en línea',
      answers: [
        'Sí: casi todo se puede hacer por videollamada. Al pedir la hora elige «En línea» y te llega el enlace por correo.',
      ],
    },
    {
      name: 'requisitos',
      title: 'Requisitos',
      answers: [
        'Solo tu cédula de identidad y un correo. Si contratas como empresa, además el RUT y quién la representa.',
      ],
    },
    {
      name: 'contratar',
      title: 'Contratar',
      answers: [
        'Buenísimo. Aceptas la cotización por correo, pagas el abono y coordinamos la fecha. Si quieres, una persona del equipo te acompaña.',
      ],
      buttons: [
        ['Pedir una cotización', 'cotizacion'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
  ],
};
