import type { TopicSection } from '../topic.ts';

/** Paying and its papers. */
export const payments: TopicSection = {
  section: 'Pagos y documentos',
  topics: [
    {
      name: 'menu_pagos',
      title: 'Pagos y documentos',
      answers: ['¿Qué quieres saber de los pagos?'],
      buttons: [
        ['Medios de pago', 'medios_pago'],
        ['Transferencia', 'transferencia'],
        ['Boleta', 'boleta'],
        ['Factura', 'factura'],
        ['Me cobraron mal', 'cobro_errado'],
      ],
    },
    {
      name: 'medios_pago',
      title: 'Medios de pago',
      examples: `
        ¿Cómo puedo pagar?
        ¿Qué medios de pago aceptan?
        ¿Aceptan tarjetas?
        ¿Puedo pagar con débito?
        ¿Reciben efectivo?
        ¿Tienen Webpay?
        ¿Se puede pagar en línea?
        Formas de pago
        ¿Aceptan cheque?
      `,
      answers: [
        'Puedes pagar con débito, crédito, transferencia y Webpay. En la oficina también recibimos efectivo.',
      ],
      buttons: [
        ['Cuotas', 'cuotas'],
        ['Transferencia', 'transferencia'],
      ],
    },
    {
      name: 'cuotas',
      title: 'Cuotas',
      examples: `
        ¿Puedo pagar en cuotas?
        ¿Tienen cuotas sin interés?
        ¿En cuántas cuotas se puede?
        ¿Dan facilidades de pago?
        ¿Puedo pagar mes a mes?
        ¿Financian el servicio?
        Tres cuotas precio contado
        ¿Puedo pagar la mitad ahora y la mitad después?
      `,
      answers: [
        'Con tarjeta de crédito hay hasta 6 cuotas sin interés. Para trabajos grandes acordamos un calendario de pagos.',
      ],
    },
    {
      name: 'transferencia',
      title: 'Datos para transferir',
      examples: `
        Datos para transferir
        ¿A qué cuenta transfiero?
        ¿Me mandan los datos bancarios?
        ¿Cuál es la cuenta corriente?
        Quiero depositar
        Ya hice la transferencia, ¿dónde mando el comprobante?
        ¿A qué correo envío el comprobante?
        Número de cuenta para pagar
      `,
      answers: [
        'Los datos de la cuenta van en tu cotización. Envía el comprobante respondiendo ese mismo correo y lo confirmamos en horario hábil.',
      ],
    },
    {
      name: 'abono',
      title: 'Abono o reserva',
      examples: `
        ¿Hay que pagar por adelantado?
        ¿Piden abono?
        ¿Cuánto hay que abonar para reservar?
        ¿Se paga antes o después?
        ¿Cuánto es el anticipo?
        ¿Tengo que dejar una reserva pagada?
        ¿El abono se devuelve?
        ¿Puedo pagar cuando terminen?
      `,
      answers: [
        'Para reservar pedimos un abono del 30 %; el resto se paga al terminar. Si anulas con 24 horas de aviso, te lo devolvemos completo.',
      ],
    },
    {
      name: 'boleta',
      title: 'Boleta',
      examples: `
        ¿Dan boleta?
        No me llegó la boleta
        ¿Dónde veo mi boleta?
        Necesito copia de la boleta
        ¿Me envían la boleta por correo?
        Perdí la boleta
        ¿Es boleta de honorarios?
        Boleta electrónica
      `,
      answers: [
        'La boleta electrónica llega a tu correo al pagar. Si no la encuentras, dinos tu RUT y la fecha y te la reenviamos.',
      ],
    },
    {
      name: 'factura',
      title: 'Factura',
      examples: `
        ¿Emiten factura?
        Necesito factura a nombre de mi empresa
        ¿Cómo pido factura?
        Me hicieron boleta y necesitaba factura
        ¿Pueden cambiar la boleta por factura?
        Datos para facturar
        ¿La factura es exenta?
        Facturar con orden de compra
      `,
      answers: [
        'Sí. Envíanos razón social, RUT, giro, dirección y correo antes de pagar. Si ya pagaste con boleta, la cambiamos dentro del mes.',
      ],
    },
    {
      name: 'cobro_errado',
      title: 'Me cobraron mal',
      examples: `
        Me cobraron dos veces
        Hay un cobro que no reconozco
        Me cobraron de más
        El monto está malo
        Pagué y no aparece registrado
        Me hicieron un cargo doble
        ¿Por qué me cobraron esto?
        El valor no es el que cotizaron
      `,
      answers: [
        'Lamento el problema. Dinos tu nombre, la fecha y el monto, y una persona del equipo lo revisa contigo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'devolucion_dinero',
      title: 'Devolución de dinero',
      examples: `
        Quiero que me devuelvan la plata
        ¿Cómo pido un reembolso?
        ¿Cuándo me devuelven el dinero?
        Todavía no me llega la devolución
        ¿Hacen reembolso?
        Quiero mi dinero de vuelta
        ¿Cuánto demora el reembolso?
        Me arrepentí, ¿devuelven el pago?
      `,
      answers: [
        'Los reembolsos se hacen por el mismo medio con que pagaste, en 5 a 10 días hábiles desde que se aprueban.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
