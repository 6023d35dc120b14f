import type { TopicSection } from '../topic.ts';

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
      examples: `
        ¿Dónde está mi pedido?
        Quiero hacer seguimiento a mi pedido
        ¿En qué va mi compra?
        Ver el estado de mi pedido
        ¿Cómo rastreo mi paquete?
        Número de seguimiento de mi envío
        ¿Ya despacharon mi pedido?
        ¿Mi compra ya salió de bodega?
        ¿Por dónde viene mi encomienda?
        Código de seguimiento del despacho
        Me gustaría saber el estado de mi orden
        Consultar mi número de orden
      `,
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
      examples: `
        Mi pedido no ha llegado
        Mi pedido está atrasado
        Todavía no me llega lo que compré
        Hace una semana que compré y nada
        Se pasó la fecha de entrega
        El despacho viene con retraso
        Debía llegar el lunes y no llegó
        Llevo esperando muchos días mi compra
        ¿Por qué se demora tanto mi pedido?
        Sigo esperando el paquete
        Aparece entregado pero no lo recibí
        Nunca llegó mi pedido
      `,
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
      examples: `
        Mi pedido llegó incompleto
        Me faltó un producto en la caja
        Me llegó un producto equivocado
        Me mandaron otra cosa
        Esto no es lo que compré
        Recibí una talla distinta a la que pedí
        Pedí dos y llegó solo uno
        Falta un artículo en mi compra
        Llegó el color equivocado
        Se equivocaron con mi pedido
        No venía todo lo que pedí
      `,
      answers: [
        'Disculpa por el error. Guarda el producto con su embalaje y envíanos una foto junto con tu número de orden: te mandamos lo que falta o retiramos lo equivocado sin costo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'producto_danado',
      title: 'Producto dañado o con falla',
      examples: `
        El producto llegó dañado
        Mi compra llegó rota
        Venía fallado
        La caja llegó abierta y golpeada
        El producto tiene una falla de fábrica
        La polera venía descosida
        Llegó manchado
        La mochila tiene el cierre malo
        Vino con un defecto
        Llegó trizado
        Se rompió en el transporte
        Está rayado el producto
      `,
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
      examples: `
        Quiero anular mi pedido
        Cancelar mi compra
        ¿Puedo cancelar una orden?
        Me arrepentí de la compra
        Compré por error, ¿lo pueden anular?
        Ya no quiero el pedido
        Anulen mi orden por favor
        ¿Cómo cancelo el pedido que hice?
        Necesito dejar sin efecto la compra
        Quiero desistir de la compra
      `,
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
      examples: `
        Me equivoqué en la dirección
        Quiero cambiar la dirección de despacho
        Puse mal la dirección
        Corregir la dirección de entrega de mi pedido
        Anoté mal el número de mi departamento
        Modificar los datos de envío
        Me cambié de casa, ¿pueden enviarlo a otra dirección?
        La comuna de mi pedido está mala
        ¿Se puede mandar a otra dirección?
        Escribí mal la calle
      `,
      answers: [
        'Podemos corregir la dirección mientras el pedido no haya salido de bodega. Escríbele a una persona del equipo con tu número de orden y la dirección correcta.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'confirmacion_compra',
      title: 'Confirmación de mi compra',
      examples: `
        No me llegó el correo de confirmación
        ¿Cómo sé si mi compra se realizó?
        No recibí el mail de la compra
        ¿Quedó lista mi compra?
        Quiero confirmar que mi compra se hizo bien
        Pagué y no me llegó nada al correo
        No tengo número de orden
        ¿Mi pedido quedó ingresado?
        ¿Se concretó mi compra?
        No me ha llegado ningún email de ustedes
      `,
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
