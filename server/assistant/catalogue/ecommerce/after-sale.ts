import type { TopicSection } from '../topic.ts';

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
      examples: `
        Quiero cambiar un producto
        ¿Cómo hago un cambio?
        Me quedó chico, quiero cambiar la talla
        Cambiar por otro color
        ¿Cuántos días tengo para cambiar?
        Política de cambios
        La polera me quedó grande, ¿la puedo cambiar?
        ¿Puedo cambiarlo por otro modelo?
        ¿Se puede cambiar en cualquier tienda?
        Necesito un cambio de talla
        Quiero cambiar lo que compré por internet
      `,
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
      examples: `
        Quiero devolver un producto
        ¿Cómo hago una devolución?
        Devolver mi compra
        No me gustó, quiero devolverlo
        Política de devolución
        ¿Puedo devolver y que me devuelvan la plata?
        ¿Cuántos días tengo para devolver?
        Quiero regresar lo que compré
        ¿Aceptan devoluciones?
        ¿Cómo devuelvo algo comprado por internet?
        Derecho a retracto
      `,
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
      examples: `
        ¿Cuándo me devuelven el dinero?
        No me ha llegado el reembolso
        ¿Cuánto demora el reembolso?
        Ya devolví el producto y no me han pagado
        Todavía no me devuelven la plata
        Estado de mi reembolso
        ¿Cuándo se refleja la devolución en mi tarjeta?
        Reintegro de mi plata
        Me deben un reembolso
        ¿Cuándo veo la plata de vuelta en mi cuenta?
      `,
      answers: [
        'Hacemos el reembolso dentro de 5 días hábiles desde que recibimos el producto, al mismo medio de pago. En tarjeta de crédito tu banco puede tardar hasta el próximo estado de cuenta.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'garantia',
      title: 'Garantía',
      examples: `
        ¿Tienen garantía los productos?
        ¿Cuánto dura la garantía?
        ¿Cómo hago válida la garantía?
        Se echó a perder, ¿tiene garantía?
        Quiero usar la garantía
        ¿Cubre la garantía legal?
        Dejó de funcionar al mes
        Se me descosió a las pocas semanas
        Garantía de 6 meses
        Mi mochila se rompió con el uso
        ¿Reparan los productos?
      `,
      answers: [
        'Todos nuestros productos tienen 6 meses de garantía legal: si falla, eliges entre cambio, reparación o devolución del dinero. Carpas y mochilas tienen además 2 años de garantía de fábrica.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'ticket_cambio',
      title: 'Cambiar sin boleta o con ticket',
      examples: `
        ¿Puedo cambiar sin boleta?
        Perdí la boleta y quiero cambiar un producto
        No tengo la boleta
        Me lo regalaron y quiero cambiarlo
        Tengo ticket de cambio
        ¿Sirve el ticket de cambio?
        Es un regalo, no tengo comprobante
        Se me perdió la boleta
        ¿Necesito la boleta para cambiar?
        Botaron la boleta, ¿lo cambian igual?
      `,
      answers: [
        'Sí: con el ticket de cambio que viene en los regalos, o con el RUT de quien compró, buscamos la venta y hacemos el cambio sin boleta.',
      ],
      buttons: [['Cambiar un producto', 'cambio_producto']],
    },
    {
      name: 'reclamo',
      title: 'Dejar un reclamo',
      examples: `
        Quiero hacer un reclamo
        Pésima atención
        Estoy muy molesto
        Voy a reclamar al Sernac
        Me atendieron mal
        Nadie me responde
        Qué mal servicio
        Son unos ladrones
        Quiero dejar una queja
        Libro de reclamos
        Es una vergüenza cómo atienden
      `,
      answers: [
        'Lamento que hayas tenido una mala experiencia. Quiero que lo vea una persona del equipo: cuéntale lo que pasó y tu número de orden.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
