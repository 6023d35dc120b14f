import type { TopicSection } from '../topics/topic.ts';

/** After buying: where the order is and what went wrong with it. */
export const orders: TopicSection = {
  section: 'Pedidos',
  topics: [
    {
      name: 'menu_pedidos',
      title: 'Mi pedido',
      answers: ['¿Qué necesitas saber de tu pedido?'],
      buttons: [
        ['Seguimiento', 'seguimiento_pedido'],
        ['Mi pedido no llega', 'pedido_atrasado'],
        ['Llegó incompleto o equivocado', 'pedido_incompleto'],
        ['Anular la compra', 'anular_pedido'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'seguimiento_pedido',
      title: 'Seguimiento de pedido',
      answers: [
        'Puedes ver en qué va tu pedido en «Mi cuenta › Mis pedidos», o con el enlace de seguimiento que te enviamos por correo cuando salió de bodega. Si me escribes tu número de orden, una persona del equipo también puede revisarlo.',
      ],
      buttons: [
        ['Mi pedido no llega', 'pedido_atrasado'],
        ['No me llegó el correo', 'confirmacion_compra'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'pedido_atrasado',
      title: 'Mi pedido no llega',
      answers: [
        'Lamento la espera. Los plazos son 2 a 3 días hábiles en la Región Metropolitana y 3 a 7 en regiones. Si ya se cumplió la fecha que te informamos, una persona del equipo lo revisa con la empresa de transporte.',
      ],
      buttons: [
        ['Hablar con una persona', 'hablar_persona'],
        ['Ver seguimiento', 'seguimiento_pedido'],
      ],
    },
    {
      name: 'pedido_incompleto',
      title: 'Llegó incompleto o equivocado',
      answers: [
        'Disculpa por el error. Guarda el producto con su embalaje y envíanos una foto junto con tu número de orden: te mandamos lo que falta o retiramos lo equivocado sin costo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'producto_danado',
      title: 'Producto dañado o con falla',
      answers: [
        'Qué lata, lo solucionamos. Si llegó dañado o con una falla, tienes 6 meses de garantía legal para elegir entre cambio, reparación o devolución del dinero. Envíanos una foto y tu número de orden.',
      ],
      buttons: [
        ['Garantía', 'garantia'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'anular_pedido',
      title: 'Anular mi compra',
      answers: [
        'Si tu pedido todavía no sale de bodega, lo anulamos y te devolvemos todo el dinero. Si ya salió, puedes devolverlo gratis dentro de 10 días desde que lo recibes. Una persona del equipo lo hace contigo.',
      ],
      buttons: [
        ['Hablar con una persona', 'hablar_persona'],
        ['Devoluciones', 'devolucion'],
      ],
    },
    {
      name: 'modificar_direccion',
      title: 'Corregir la dirección de entrega',
      slot: {
        name: 'pedido',
        kind: 'order',
        question:
          'Podemos corregir la dirección mientras el pedido no haya salido de bodega. ¿Cuál es tu número de pedido?',
      },
      answers: [
        'Anoté tu pedido {{pedido}}. Elige hablar con una persona del equipo y escríbele la dirección correcta.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'confirmacion_compra',
      title: 'Confirmación de mi compra',
      answers: [
        'El correo de confirmación tarda unos minutos y a veces cae en spam o en promociones. Si en «Mi cuenta › Mis pedidos» aparece la orden, quedó lista. Si te cobraron y no aparece, lo revisamos.',
      ],
      buttons: [
        ['Problema con el pago', 'problema_pago'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
  ],
};
