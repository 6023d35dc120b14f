import type { TopicSection } from '../topics/topic.ts';

/** Changes, returns, guarantee, complaints. */
export const afterSale: TopicSection = {
  section: 'Cambios y devoluciones',
  topics: [
    {
      name: 'menu_cambios',
      title: 'Cambios y devoluciones',
      answers: ['¿Qué necesitas hacer?'],
      buttons: [
        ['Cambiar un producto', 'cambio_producto'],
        ['Devolver un producto', 'devolucion'],
        ['Usar la garantía', 'garantia'],
        ['Estado de mi reembolso', 'reembolso'],
        ['Cambiar sin boleta', 'ticket_cambio'],
      ],
    },
    {
      name: 'cambio_producto',
      title: 'Cambiar un producto',
      answers: [
        'Tienes 30 días para cambiar tu producto sin uso y con sus etiquetas, en cualquiera de nuestras tiendas o por despacho. El primer cambio de talla es gratis.',
      ],
      buttons: [
        ['Cambiar sin boleta', 'ticket_cambio'],
        ['Guía de tallas', 'tallas'],
        ['Direcciones', 'direccion_tienda'],
      ],
    },
    {
      name: 'devolucion',
      title: 'Devolver un producto',
      answers: [
        'Puedes devolver una compra online dentro de 10 días desde que la recibes, sin uso y en su empaque. Elige «Devolver» en «Mi cuenta › Mis pedidos»: retiramos gratis en tu domicilio o la llevas a una tienda.',
      ],
      buttons: [
        ['Estado de mi reembolso', 'reembolso'],
        ['Cambiar un producto', 'cambio_producto'],
      ],
    },
    {
      name: 'reembolso',
      title: 'Reembolso del dinero',
      answers: [
        'Hacemos el reembolso dentro de 5 días hábiles desde que recibimos el producto, al mismo medio de pago. En tarjeta de crédito tu banco puede tardar hasta el próximo estado de cuenta.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'garantia',
      title: 'Garantía',
      answers: [
        'Todos nuestros productos tienen 6 meses de garantía legal: si falla, eliges entre cambio, reparación o devolución del dinero. Carpas y mochilas tienen además 2 años de garantía de fábrica.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'ticket_cambio',
      title: 'Cambiar sin boleta o con ticket',
      answers: [
        'Sí: con el ticket de cambio que viene en los regalos, o con el RUT de quien compró, buscamos la venta y hacemos el cambio sin boleta.',
      ],
      buttons: [['Cambiar un producto', 'cambio_producto']],
    },
    {
      name: 'reclamo',
      title: 'Dejar un reclamo',
      answers: [
        'Lamento que hayas tenido una mala experiencia. Quiero que lo vea una persona del equipo: cuéntale lo que pasó y tu número de orden.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
