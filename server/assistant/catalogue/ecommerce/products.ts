import type { TopicSection } from '../topic.ts';

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
      examples: `
        ¿Qué talla soy?
        Guía de tallas
        ¿Qué tallas tienen?
        ¿Las zapatillas vienen chicas?
        Tabla de medidas
        Mido 1,75 y peso 80, ¿qué talla me recomiendas?
        ¿La talla M a qué equivale?
        ¿La parka es de talla grande?
        Calzo 39, ¿qué número compro?
        ¿Tienen tallas grandes?
        ¿Cómo sé mi talla?
        Medidas de la polera
      `,
      answers: [
        'En cada producto hay una «Guía de tallas» con las medidas en centímetros. En calzado, si estás entre dos números, te recomendamos el mayor. Y si no te queda, el primer cambio de talla es gratis.',
      ],
      buttons: [['Cambiar un producto', 'cambio_producto']],
    },
    {
      name: 'stock',
      title: 'Disponibilidad',
      examples: `
        ¿Tienen stock?
        ¿Está disponible este producto?
        ¿Les queda en talla M?
        ¿Cuándo vuelve a haber stock?
        ¿Tienen la mochila en negro?
        Está agotado, ¿cuándo llega?
        ¿Hay stock en tienda?
        Disponibilidad de la carpa
        ¿Van a reponer las zapatillas?
        ¿Queda la parka azul?
        ¿Tienen existencias en la tienda de Viña?
        Avísenme cuando llegue
      `,
      answers: [
        'La página muestra el stock en línea y, en «Ver en tiendas», el de cada local. Si está agotado, deja tu correo en «Avísame» y te escribimos apenas llegue.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'precio',
      title: 'Precios',
      examples: `
        ¿Cuánto cuesta?
        ¿Qué precio tiene la mochila?
        ¿Cuánto vale la carpa?
        Precio de las zapatillas
        ¿Cuánto sale la parka?
        ¿A cuánto está la polera?
        Lista de precios
        ¿Cuántas lucas vale?
        Valor del saco de dormir
        ¿Me puedes decir el precio?
        ¿Es el mismo precio en tienda y en la web?
      `,
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
      examples: `
        ¿Tienen descuentos?
        ¿Qué ofertas hay?
        Promociones de la semana
        ¿Hay liquidación?
        ¿Participan en el Cyber?
        ¿Tienen Black Friday?
        ¿Hacen descuento a estudiantes?
        ¿Hay algún dos por uno?
        ¿Cuándo hay ofertas?
        ¿Tienen alguna rebaja?
        Descuento por primera compra
      `,
      answers: [
        'Las ofertas vigentes están en la sección «Outlet», con hasta 40 % de descuento. En tu primera compra tienes 10 % con el código ANDES10, y participamos en Cyber Day y Cyber Monday.',
      ],
      buttons: [['Mi cupón no funciona', 'cupon']],
    },
    {
      name: 'cupon',
      title: 'Cupones y códigos',
      examples: `
        Mi cupón no funciona
        ¿Dónde ingreso el código de descuento?
        El código no me deja
        Tengo un cupón
        Cupón inválido
        ¿Cómo uso un código promocional?
        El cupón dice que está vencido
        ¿Se pueden usar dos cupones?
        No me aplica el código
      `,
      answers: [
        'El código se escribe en el carro, en «Tengo un cupón», antes de pagar. Se usa uno por compra y no se suma a productos del Outlet. Si está vigente y no funciona, lo revisamos.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'como_comprar',
      title: 'Cómo comprar',
      examples: `
        ¿Cómo compro?
        ¿Cómo hago un pedido?
        Pasos para comprar
        No sé cómo comprar en la página
        ¿Cómo se compra online?
        Ayuda para comprar
        ¿Puedo comprar sin registrarme?
        ¿Cómo agrego productos al carro?
        Quiero comprar algo
        ¿Se puede comprar por WhatsApp?
      `,
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
      examples: `
        ¿Envuelven para regalo?
        ¿Tienen papel de regalo?
        Quiero que venga envuelto
        ¿Pueden poner una tarjeta con mensaje?
        Es para regalo
        Envoltorio de regalo
        ¿Cuánto cuesta envolver?
        Empaque para regalo
        ¿Lo envían en bolsa de regalo?
      `,
      answers: [
        'Sí: marca «Es un regalo» en el carro. El envoltorio cuesta $1.990, va sin precios, con tu mensaje y con ticket de cambio.',
      ],
    },
    {
      name: 'venta_mayorista',
      title: 'Ventas por mayor y empresas',
      examples: `
        ¿Venden al por mayor?
        Quiero comprar para mi empresa
        Precio por mayor
        Necesito 100 unidades
        Ventas corporativas
        ¿Hacen descuento por cantidad?
        Cotización para un colegio
        ¿Puedo revender sus productos?
        Compras por volumen
        ¿Bordan logos de empresa?
      `,
      answers: [
        'Desde 20 unidades tenemos precio de empresa y podemos bordar tu logo. Escríbenos a empresas@tiendaandes.example con cantidad y producto, o habla con una persona del equipo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
