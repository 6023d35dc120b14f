import type { TopicSection } from '../topic.ts';

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
      examples: `
        ¿Qué medios de pago aceptan?
        ¿Cómo puedo pagar?
        ¿Aceptan tarjeta de débito?
        ¿Puedo pagar con tarjeta de crédito?
        ¿Tienen Webpay?
        Formas de pago
        ¿Aceptan Mercado Pago?
        ¿Puedo pagar en efectivo?
        ¿Reciben Cuenta RUT?
        ¿Se puede pagar contra entrega?
        ¿Aceptan Redcompra?
      `,
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
      examples: `
        ¿Puedo pagar en cuotas?
        ¿Tienen cuotas sin interés?
        ¿Hasta cuántas cuotas?
        Pagar en 3 cuotas
        12 cuotas precio contado
        ¿Con qué bancos hay cuotas sin interés?
        Quiero pagarlo en 6 cuotas
        ¿Cuánto queda la cuota?
        Comprar a crédito en cuotas
      `,
      answers: [
        'Con tarjeta de crédito bancaria puedes pagar en 3 y 6 cuotas sin interés sobre $30.000, y hasta en 12 con el interés de tu banco.',
      ],
    },
    {
      name: 'transferencia',
      title: 'Pago por transferencia',
      examples: `
        ¿Puedo pagar por transferencia?
        Datos para transferir
        ¿A qué cuenta transfiero?
        Quiero hacer una transferencia
        Datos bancarios
        Ya transferí, ¿dónde envío el comprobante?
        Cuenta corriente para depositar
        Hice el depósito
        ¿Aceptan depósito bancario?
        Pagar con transferencia electrónica
      `,
      answers: [
        'Elige «Transferencia» al pagar: te mostramos los datos de la cuenta y guardamos tu pedido 24 horas. Sube el comprobante en esa misma página y lo confirmamos en horario hábil.',
      ],
    },
    {
      name: 'problema_pago',
      title: 'Problema con el pago',
      examples: `
        Tengo un problema con el pago
        Me rechaza la tarjeta
        Me cobraron dos veces
        No puedo pagar
        El pago me tira error
        Se cayó la página mientras pagaba
        Me descontaron el dinero y no aparece la compra
        Doble cobro
        Webpay no funciona
        La transacción fue rechazada
        Me hicieron un cobro que no corresponde
      `,
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
      examples: `
        ¿Cómo obtengo mi boleta?
        No me llegó la boleta
        Necesito mi boleta electrónica
        ¿Dónde descargo la boleta?
        Quiero una copia de la boleta
        ¿Me envían la boleta por correo?
        Reenviar boleta
        ¿Dan boleta?
        Boleta de mi compra
        Comprobante de compra en PDF
      `,
      answers: [
        'La boleta electrónica llega al correo con que compraste, y siempre puedes bajarla en «Mi cuenta › Mis pedidos».',
      ],
      buttons: [['Factura', 'factura']],
    },
    {
      name: 'factura',
      title: 'Factura',
      examples: `
        ¿Emiten factura?
        Necesito factura
        Quiero comprar con factura
        ¿Cómo pido factura para mi empresa?
        Factura con RUT de empresa
        ¿Pueden cambiar la boleta por factura?
        Facturar a nombre de mi empresa
        No me llegó la factura
        Datos para facturación
        ¿Dan factura por compras online?
      `,
      answers: [
        'Sí. Al comprar, marca «Necesito factura» y escribe RUT, razón social, giro y dirección. Si ya compraste con boleta, podemos cambiarla por factura dentro del mismo mes.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'gift_card',
      title: 'Gift card',
      examples: `
        ¿Venden gift cards?
        Quiero comprar una tarjeta de regalo
        ¿Cómo uso mi gift card?
        ¿Cuánto saldo tiene mi gift card?
        Mi gift card no funciona
        ¿Vencen las gift cards?
        Regalar una giftcard
        Canjear tarjeta de regalo
        Gift card digital
      `,
      answers: [
        'Tenemos gift cards digitales desde $10.000 que llegan por correo y duran un año. Para usarla, escribe su código al pagar; ahí mismo ves el saldo.',
      ],
    },
    {
      name: 'seguridad_compra',
      title: '¿Es seguro comprar aquí?',
      examples: `
        ¿Es seguro comprar en su página?
        ¿Son confiables?
        ¿Cómo sé que no es una estafa?
        ¿Es segura la página?
        ¿Es una tienda real?
        ¿Puedo confiar en ustedes?
        Tengo miedo de que sea estafa
        ¿Guardan los datos de mi tarjeta?
        ¿Es seguro pagar con tarjeta aquí?
      `,
      answers: [
        'Sí. El pago se hace en Webpay o Mercado Pago, nunca vemos ni guardamos tu tarjeta, y tenemos tiendas físicas donde puedes visitarnos.',
      ],
      buttons: [['Direcciones', 'direccion_tienda']],
    },
  ],
};
