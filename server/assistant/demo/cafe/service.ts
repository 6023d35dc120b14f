import type { TopicSection } from '../../catalogue/topics/topic.ts';

/** Orders, paying, contact, small talk. */
export const service: TopicSection = {
  section: 'Pedidos y contacto',
  topics: [
    {
      name: 'delivery',
      title: 'Delivery',
      examples: `
        ¿Hacen delivery?
        ¿Están en Uber Eats?
        ¿Despachan a domicilio?
        ¿Tienen PedidosYa?
        ¿Llevan a la casa?
        Quiero pedir a domicilio
        ¿Están en Rappi?
        ¿Hasta dónde reparten?
      `,
      answers: ['Sí, por PedidosYa y Uber Eats, de 9:00 a 20:30, hasta unos 4 km del local.'],
      buttons: [['Pedir para llevar', 'para_llevar']],
    },
    {
      name: 'para_llevar',
      title: 'Pedir para llevar',
      examples: `
        ¿Puedo pedir para llevar?
        Café para llevar
        ¿Puedo pasar a buscar un pedido?
        Quiero encargar y retirar
        ¿Tienen take away?
        Retiro en el local
        ¿Puedo llevar mi propio vaso?
        Pedido para retirar
      `,
      answers: [
        'Claro. Pide en la barra o por teléfono y pasa a buscarlo en 15 minutos. Con tu propio vaso tienes $300 de descuento.',
      ],
    },
    {
      name: 'medios_pago',
      title: 'Medios de pago',
      examples: `
        ¿Cómo puedo pagar?
        ¿Aceptan tarjeta?
        ¿Reciben efectivo?
        ¿Aceptan Sodexo?
        ¿Aceptan Edenred?
        ¿Puedo pagar con transferencia?
        Medios de pago
        ¿Aceptan débito?
        ¿Dividen la cuenta?
      `,
      answers: [
        'Recibimos débito, crédito, efectivo, transferencia y tarjetas Edenred y Pluxee (ex Sodexo). Dividimos la cuenta sin problema.',
      ],
    },
    {
      name: 'boleta_factura',
      title: 'Boleta y factura',
      examples: `
        ¿Dan factura?
        Necesito factura
        ¿Me pueden dar boleta?
        Factura para mi empresa
        Perdí la boleta del almuerzo
        ¿Facturan consumo?
        Quiero la boleta por correo
        Datos para factura
      `,
      answers: [
        'Sí. Pide la factura antes de pagar, con RUT, razón social y giro. La boleta electrónica puede llegarte al correo.',
      ],
    },
    {
      name: 'propina',
      title: 'Propina',
      examples: `
        ¿La propina es obligatoria?
        ¿Incluyen la propina?
        ¿Cuánto se deja de propina?
        Propina sugerida
        ¿Se puede pagar la propina con tarjeta?
        ¿El 10% es voluntario?
        ¿La propina va en la cuenta?
        Dejar propina
      `,
      answers: [
        'Sugerimos un 10 %, siempre voluntario: puedes quitarlo o cambiarlo, y se puede pagar con tarjeta. Va completa al equipo.',
      ],
    },
    {
      name: 'gift_card',
      title: 'Gift card',
      examples: `
        ¿Venden gift cards?
        Quiero regalar un desayuno
        Tarjeta de regalo
        ¿Tienen vales de regalo?
        Regalar una gift card
        ¿Cómo uso mi gift card?
        Cupón de regalo
        Comprar un vale
      `,
      answers: [
        'Sí, hay gift cards desde $10.000: las compras en la caja o por aquí con una persona del equipo, y duran seis meses.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'objeto_perdido',
      title: 'Se me quedó algo',
      examples: `
        Se me quedó algo en el local
        Perdí mi celular ahí
        Olvidé mi chaqueta
        ¿Encontraron unos lentes?
        Dejé mi paraguas ayer
        Objetos perdidos
        Se me quedó la billetera
        ¿Tienen mi mochila que se me olvidó?
      `,
      answers: [
        'Guardamos lo olvidado por 30 días. Cuéntanos qué es y qué día viniste, y una persona del equipo lo busca.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'trabajo',
      title: 'Trabaja con nosotros',
      examples: `
        ¿Están contratando?
        ¿Necesitan garzones?
        Quiero trabajar con ustedes
        ¿Dónde dejo mi CV?
        Busco pega de barista
        ¿Tienen vacantes?
        ¿Tienen trabajo part time?
        Ofertas de trabajo
      `,
      answers: ['Escríbenos a equipo@cafelastarria.example con tu currículum y tu disponibilidad horaria.'],
    },
    {
      name: 'reclamo',
      title: 'Sugerencias y reclamos',
      examples: `
        Quiero hacer un reclamo
        Me atendieron mal
        El café llegó frío
        Pésimo servicio
        Se demoraron mucho en atenderme
        Me cobraron de más
        Tengo una sugerencia
        Había un pelo en mi comida
      `,
      answers: [
        'Lamentamos que no haya sido una buena experiencia. Cuéntale a una persona del equipo qué pasó y cuándo, para arreglarlo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'contacto',
      title: 'Teléfono y redes',
      examples: `
        ¿Cuál es el teléfono?
        ¿A qué número llamo?
        ¿Tienen Instagram?
        Correo de contacto
        ¿Tienen WhatsApp?
        Quiero llamarlos
        ¿Cómo los contacto?
        Número del café
      `,
      answers: [
        'Llámanos al +56 2 2638 4500, escríbenos a hola@cafelastarria.example o búscanos en Instagram como @cafelastarria.',
      ],
    },
    {
      name: 'saludo',
      title: 'Saludo',
      examples: `
        Hola
        Buen día
        Buenos días
        Buenas tardes
        Buenas noches
        Hola, ¿cómo están?
        Wena
        Aló
        ¿Hay alguien?
      `,
      answers: ['¡Hola! ¿En qué te ayudo?'],
      buttons: [
        ['Reservar una mesa', 'reservar'],
        ['Carta', 'menu_carta'],
        ['Horario y cómo llegar', 'menu_visita'],
        ['Hablar con una persona', 'hablar_persona'],
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
        Eso es todo
        Que estén bien
        Hasta pronto
        Buen día, chao
      `,
      answers: ['¡Gracias por escribirnos! Te esperamos.'],
    },
    {
      name: 'agradecimiento',
      title: 'Gracias',
      examples: `
        Gracias
        Muchas gracias
        Mil gracias
        Te pasaste
        Muy amable
        Vale, gracias
        Se agradece
        Bacán, gracias
      `,
      answers: ['¡De nada! ¿Te ayudo con algo más?'],
    },
    {
      name: 'ayuda_bot',
      title: 'Qué puedo hacer por ti',
      examples: `
        ¿Qué puedes hacer?
        ¿Eres un bot?
        Ayuda
        Menú principal
        Ver opciones
        ¿En qué me puedes ayudar?
        Volver al inicio
        ¿Eres un robot?
      `,
      answers: [
        'Soy el asistente virtual del café. Puedo ayudarte con esto, y cuando quieras te paso con una persona:',
      ],
      buttons: [
        ['Reservar una mesa', 'reservar'],
        ['Carta', 'menu_carta'],
        ['Horario y cómo llegar', 'menu_visita'],
        ['Delivery', 'delivery'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'hablar_persona',
      title: 'Hablar con una persona',
      handoff: true,
      examples: `
        Hablar con una persona
        Quiero hablar con alguien
        ¿Me puede atender una persona?
        Pásame con alguien del local
        Necesito hablar con el encargado
        No quiero hablar con un bot
        Atención humana
        Comunícame con el administrador
        Que me atienda alguien
        Hablar con un humano
      `,
      answers: [
        'Te paso con una persona del equipo. Puedes ir contándonos tu consulta por aquí; te respondemos apenas alguien tome la conversación.',
      ],
    },
  ],
};
