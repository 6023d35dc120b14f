import type { TopicSection } from '../topics/topic.ts';

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
      answers: [
        'Con tarjeta de crédito hay hasta 6 cuotas sin interés. Para trabajos grandes acordamos un calendario de pagos.',
      ],
    },
    {
      name: 'transferencia',
      title: 'Datos para transferir',
      answers: [
        'Los datos de la cuenta van en tu cotización. Envía el comprobante respondiendo ese mismo correo y lo confirmamos en horario hábil.',
      ],
    },
    {
      name: 'abono',
      title: 'Abono o reserva',
      answers: [
        'Para reservar pedimos un abono del 30 %; el resto se paga al terminar. Si anulas con 24 horas de aviso, te lo devolvemos completo.',
      ],
    },
    {
      name: 'boleta',
      title: 'Boleta',
      answers: [
        'La boleta electrónica llega a tu correo al pagar. Si no la encuentras, dinos tu RUT y la fecha y te la reenviamos.',
      ],
    },
    {
      name: 'factura',
      title: 'Factura',
      answers: [
        'Sí. Envíanos razón social, RUT, giro, dirección y correo antes de pagar. Si ya pagaste con boleta, la cambiamos dentro del mes.',
      ],
    },
    {
      name: 'cobro_errado',
      title: 'Me cobraron mal',
      answers: [
        'Lamento el problema. Dinos tu nombre, la fecha y el monto, y una persona del equipo lo revisa contigo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'devolucion_dinero',
      title: 'Devolución de dinero',
      answers: [
        'Los reembolsos se hacen por el mismo medio con que pagaste, en 5 a 10 días hábiles desde que se aprueban.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
