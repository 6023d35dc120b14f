import type { TopicSection } from '../topic.ts';

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
      examples: `
        ¿Qué servicios ofrecen?
        ¿A qué se dedican?
        ¿Qué hacen?
        Quiero conocer sus servicios
        ¿Qué tipo de trabajos realizan?
        Información de los servicios
        ¿Me pueden contar lo que ofrecen?
        ¿Tienen un catálogo de servicios?
        ¿En qué se especializan?
      `,
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
      examples: `
        ¿Cuánto cuesta?
        ¿Cuáles son los precios?
        ¿Qué valor tiene el servicio?
        ¿Cuánto cobran?
        Lista de precios
        ¿Cuánto sale la consulta?
        ¿Tienen tarifas?
        ¿Es muy caro?
        Quiero saber los valores
        ¿El precio incluye IVA?
      `,
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
      examples: `
        Quiero una cotización
        ¿Me pueden cotizar?
        Necesito un presupuesto
        ¿Cómo pido una cotización?
        ¿La cotización tiene costo?
        Envíenme un presupuesto
        Quisiera cotizar un trabajo
        ¿En cuánto tiempo me llega la cotización?
        Necesito una propuesta formal
      `,
      answers: [
        'Cuéntanos por aquí qué necesitas, para cuándo y en qué comuna. La cotización no tiene costo y la enviamos en un día hábil.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'promociones',
      title: 'Promociones y descuentos',
      examples: `
        ¿Tienen descuentos?
        ¿Hay alguna promoción?
        ¿Tienen ofertas este mes?
        ¿Hacen precio por pagar al contado?
        ¿Descuento para estudiantes?
        ¿Hacen rebaja a la tercera edad?
        Código de descuento
        ¿Participan en el Cyber?
        ¿Hay descuento si voy con otra persona?
      `,
      answers: [
        'Las promociones vigentes están en nuestro sitio. También hay descuentos por convenio: pregúntanos por el tuyo.',
      ],
      buttons: [['Convenios', 'convenios']],
    },
    {
      name: 'plazos',
      title: 'Plazos',
      examples: `
        ¿Cuánto se demoran?
        ¿En cuánto tiempo está listo?
        ¿Cuál es el plazo de entrega?
        ¿Para cuándo lo tendrían?
        ¿Cuántos días tarda el trabajo?
        ¿Lo pueden hacer esta semana?
        Lo necesito urgente, ¿cuánto demora?
        ¿Cuánto dura el servicio?
      `,
      answers: [
        'La mayoría de los trabajos está lista entre 3 y 5 días hábiles. En la cotización va la fecha comprometida; si es urgente, dínoslo.',
      ],
    },
    {
      name: 'garantia',
      title: 'Garantía',
      examples: `
        ¿El servicio tiene garantía?
        ¿Cuánto dura la garantía?
        ¿Qué cubre la garantía?
        ¿Y si queda mal hecho?
        Quiero hacer valer la garantía
        El trabajo falló, ¿está en garantía?
        ¿Responden si hay un problema después?
        ¿Dan garantía por escrito?
      `,
      answers: [
        'Todos nuestros trabajos tienen 6 meses de garantía. Si algo falla, cuéntanos qué pasó y lo revisamos sin costo.',
      ],
      buttons: [['Hacer un reclamo', 'reclamo']],
    },
    {
      name: 'cobertura',
      title: 'Dónde atendemos',
      examples: `
        ¿Atienden en mi comuna?
        ¿Llegan a regiones?
        ¿Hasta dónde van?
        ¿Cubren la zona sur?
        ¿Trabajan fuera de Santiago?
        ¿Van a Colina?
        ¿Qué comunas cubren?
        Vivo en Rancagua, ¿me pueden atender?
      `,
      answers: [
        'Vamos a toda la Región Metropolitana; en otras regiones atendemos en línea o con visita programada.',
      ],
    },
    {
      name: 'a_domicilio',
      title: 'Atención a domicilio',
      examples: `
        ¿Van a domicilio?
        ¿Pueden venir a mi casa?
        ¿Hacen visitas?
        ¿La visita tiene costo?
        ¿Un técnico puede venir a mi oficina?
        Necesito que vengan a mi departamento
        ¿Cuánto cobran por ir?
        Atención en terreno
      `,
      answers: [
        'Sí, hacemos visitas a domicilio con hora. El costo de la visita se descuenta si haces el trabajo con nosotros.',
      ],
      buttons: [['Pedir una hora', 'agendar_hora']],
    },
    {
      name: 'en_linea',
      title: 'Atención en línea',
      examples: `
        ¿Atienden por videollamada?
        ¿Se puede hacer online?
        ¿Tienen atención remota?
        ¿La reunión puede ser por Zoom?
        ¿Puedo hacerlo sin ir a la oficina?
        ¿Hacen sesiones a distancia?
        Prefiero que sea por Meet
        ¿Tengo que ir presencial?
      `,
      answers: [
        'Sí: casi todo se puede hacer por videollamada. Al pedir la hora elige «En línea» y te llega el enlace por correo.',
      ],
    },
    {
      name: 'requisitos',
      title: 'Requisitos',
      examples: `
        ¿Qué necesito para contratar?
        ¿Qué requisitos piden?
        ¿Qué papeles tengo que llevar?
        ¿Qué documentos necesito?
        ¿Piden cédula de identidad?
        ¿Necesito llevar algo?
        ¿Hay que ser mayor de edad?
        ¿Qué antecedentes piden?
      `,
      answers: [
        'Solo tu cédula de identidad y un correo. Si contratas como empresa, además el RUT y quién la representa.',
      ],
    },
    {
      name: 'contratar',
      title: 'Contratar',
      examples: `
        Quiero contratar el servicio
        ¿Cómo contrato?
        Me interesa, ¿qué hago?
        ¿Cómo me inscribo?
        Quiero tomar el plan
        ¿Dónde firmo?
        Quiero ser cliente
        ¿Cuáles son los pasos para contratar?
      `,
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
