import type { TopicSection } from '../topics/topic.ts';

/** Paying and its papers. */
export const payment: TopicSection = {
  section: 'Pagos y documentos',
  topics: [
    {
      name: 'menu_pagos',
      title: 'Pagos, boleta y factura',
      answers: ['¿Qué quieres saber de los pagos?'],
      buttons: [
        ['Medios de pago', 'medios_pago'],
        ['Cuotas', 'cuotas'],
        ['Problema con el pago', 'problema_pago'],
        ['Boleta', 'boleta'],
        ['Factura', 'factura'],
      ],
    },
    {
      name: 'medios_pago',
      title: 'Medios de pago',
      answers: [
        'Puedes pagar con débito, crédito y prepago por Webpay, con Mercado Pago, por transferencia y con gift card. En tienda también recibimos efectivo.',
      ],
      buttons: [
        ['Cuotas', 'cuotas'],
        ['Transferencia', 'transferencia'],
        ['Problema con el pago', 'problema_pago'],
      ],
    },
    {
      name: 'cuotas',
      title: 'Pago en cuotas',
      answers: [
        'Con tarjeta de crédito bancaria puedes pagar en 3 y 6 cuotas sin interés sobre $30.000, y hasta en 12 con el interés de tu banco.',
      ],
    },
    {
      name: 'transferencia',
      title: 'Pago por transferencia',
      answers: [
        'Elige «Transferencia» al pagar: te mostramos los datos de la cuenta y guardamos tu pedido 24 horas. Sube el comprobante en esa misma página y lo confirmamos en horario hábil.',
      ],
    },
    {
      name: 'problema_pago',
      title: 'Problema con el pago',
      answers: [
        'Si el pago fue rechazado no se hace ningún cobro, y una retención se libera sola en 72 horas. Si te cobraron dos veces o no aparece la orden, una persona del equipo lo revisa contigo.',
      ],
      buttons: [
        ['Hablar con una persona', 'hablar_persona'],
        ['Medios de pago', 'medios_pago'],
      ],
    },
    {
      name: 'boleta',
      title: 'Boleta',
      answers: [
        'La boleta electrónica llega al correo con que compraste, y siempre puedes bajarla en «Mi cuenta › Mis pedidos».',
      ],
      buttons: [['Factura', 'factura']],
    },
    {
      name: 'factura',
      title: 'Factura',
      answers: [
        'Sí. Al comprar, marca «Necesito factura» y escribe RUT, razón social, giro y dirección. Si ya compraste con boleta, podemos cambiarla por factura dentro del mismo mes.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'gift_card',
      title: 'Gift card',
      answers: [
        'Tenemos gift cards digitales desde $10.000 que llegan por correo y duran un año. Para usarla, escribe su código al pagar; ahí mismo ves el saldo.',
      ],
    },
    {
      name: 'seguridad_compra',
      title: '¿Es seguro comprar aquí?',
      answers: [
        'Sí. El pago se hace en Webpay o Mercado Pago, nunca vemos ni guardamos tu tarjeta, y tenemos tiendas físicas donde puedes visitarnos.',
      ],
      buttons: [['Direcciones', 'direccion_tienda']],
    },
  ],
};
