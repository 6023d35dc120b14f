import type { TopicSection } from '../topics/topic.ts';

/** Before buying: what there is, in which size, for how much. */
export const products: TopicSection = {
  section: 'Productos y compra',
  topics: [
    {
      name: 'menu_productos',
      title: 'Productos y tallas',
      answers: ['¿Qué te gustaría saber de nuestros productos?'],
      buttons: [
        ['Guía de tallas', 'tallas'],
        ['Disponibilidad', 'stock'],
        ['Precios', 'precio'],
        ['Ofertas', 'descuentos'],
        ['Cómo comprar', 'como_comprar'],
      ],
    },
    {
      name: 'tallas',
      title: 'Guía de tallas',
      answers: [
        'En cada producto hay una «Guía de tallas» con las medidas en centímetros. En calzado, si estás entre dos números, te recomendamos el mayor. Y si no te queda, el primer cambio de talla es gratis.',
      ],
      buttons: [['Cambiar un producto', 'cambio_producto']],
    },
    {
      name: 'stock',
      title: 'Disponibilidad',
      answers: [
        'La página muestra el stock en línea y, en «Ver en tiendas», el de cada local. Si está agotado, deja tu correo en «Avísame» y te escribimos apenas llegue.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'precio',
      title: 'Precios',
      answers: [
        'Cada producto muestra su precio en la página, con IVA incluido, y es el mismo en tienda. Si me dices cuál te interesa, una persona del equipo también te lo confirma.',
      ],
      buttons: [
        ['Ofertas', 'descuentos'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'descuentos',
      title: 'Ofertas y descuentos',
      answers: [
        'Las ofertas vigentes están en la sección «Outlet», con hasta 40 % de descuento. En tu primera compra tienes 10 % con el código ANDES10, y participamos en Cyber Day y Cyber Monday.',
      ],
      buttons: [['Mi cupón no funciona', 'cupon']],
    },
    {
      name: 'cupon',
      title: 'Cupones y códigos',
      answers: [
        'El código se escribe en el carro, en «Tengo un cupón», antes de pagar. Se usa uno por compra y no se suma a productos del Outlet. Si está vigente y no funciona, lo revisamos.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'como_comprar',
      title: 'Cómo comprar',
      answers: [
        'Elige el producto y la talla, toca «Agregar al carro», escoge despacho o retiro y paga. No necesitas cuenta: basta tu correo.',
      ],
      buttons: [
        ['Medios de pago', 'medios_pago'],
        ['Despacho y retiro', 'menu_despacho'],
      ],
    },
    {
      name: 'envoltorio_regalo',
      title: 'Envoltorio de regalo',
      answers: [
        'Sí: marca «Es un regalo» en el carro. El envoltorio cuesta $1.990, va sin precios, con tu mensaje y con ticket de cambio.',
      ],
    },
    {
      name: 'venta_mayorista',
      title: 'Ventas por mayor y empresas',
      answers: [
        'Desde 20 unidades tenemos precio de empresa y podemos bordar tu logo. Escríbenos a empresas@tiendaandes.example con cantidad y producto, o habla con una persona del equipo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
