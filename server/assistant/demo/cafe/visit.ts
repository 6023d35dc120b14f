import type { TopicSection } from '../../catalogue/topics/topic.ts';

/** Coming to the place: when, where, with whom. */
export const visit: TopicSection = {
  section: 'Visítanos',
  topics: [
    {
      name: 'menu_visita',
      title: 'Horario y cómo llegar',
      answers: ['¿Qué te gustaría saber?'],
      buttons: [
        ['Horario', 'horario'],
        ['Dirección', 'direccion'],
        ['Cómo llegar', 'como_llegar'],
        ['Terraza', 'terraza'],
      ],
    },
    {
      name: 'horario',
      title: 'Horario',
      examples: `
        ¿Cuál es el horario?
        ¿A qué hora abren?
        ¿Hasta qué hora atienden?
        ¿Abren los domingos?
        ¿Están abiertos hoy?
        ¿A qué hora cierran?
        ¿Abren en feriados?
        ¿A qué hora cierra la cocina?
        Horario de atención
      `,
      answers: [
        'Abrimos de lunes a viernes de 8:00 a 21:00, y sábados, domingos y feriados de 9:30 a 22:00. La cocina cierra media hora antes.',
      ],
      buttons: [['Reservar una mesa', 'reservar']],
    },
    {
      name: 'direccion',
      title: 'Dirección',
      examples: `
        ¿Dónde están?
        ¿Cuál es la dirección?
        ¿Dónde quedan?
        ¿En qué calle están?
        Ubicación
        ¿Tienen otro local?
        ¿En qué comuna están?
        Dirección del café
      `,
      answers: ['Estamos en José Victorino Lastarria 282, Santiago, a pasos del cerro Santa Lucía.'],
      buttons: [['Cómo llegar', 'como_llegar']],
    },
    {
      name: 'como_llegar',
      title: 'Cómo llegar y estacionar',
      examples: `
        ¿Cómo llego?
        ¿Qué metro queda cerca?
        ¿Hay estacionamiento?
        ¿Dónde puedo estacionar?
        ¿Qué micro me deja?
        ¿Tienen bicicletero?
        Llegar en metro
        ¿Hay parking cerca?
      `,
      answers: [
        'El metro más cercano es Universidad Católica (línea 1), a tres cuadras. Hay estacionamiento pagado en el GAM y bicicletero frente al local.',
      ],
    },
    {
      name: 'reservar',
      title: 'Reservar una mesa',
      examples: `
        Quiero reservar una mesa
        ¿Se puede reservar?
        ¿Cómo hago una reserva?
        Mesa para dos personas
        ¿Toman reservas?
        Reservar para el sábado
        ¿Tienen mesa para hoy?
        Necesito una mesa para seis
        ¿Hay que reservar o se llega no más?
      `,
      answers: [
        'Tomamos reservas de lunes a jueves todo el día, y el fin de semana hasta las 12:00. Dinos día, hora y cuántas personas son, y alguien del equipo te confirma.',
      ],
      buttons: [
        ['Hablar con una persona', 'hablar_persona'],
        ['Cambiar mi reserva', 'cambiar_reserva'],
      ],
    },
    {
      name: 'cambiar_reserva',
      title: 'Cambiar o cancelar mi reserva',
      examples: `
        Quiero cancelar mi reserva
        Cambiar la hora de mi reserva
        No podré ir, anulen la reserva
        Mover la reserva para otro día
        Seremos más personas en la reserva
        Voy atrasado a mi reserva
        Modificar reserva
        ¿Puedo cambiar el día de la reserva?
      `,
      answers: [
        'Sin problema. Danos el nombre de la reserva y el cambio, y una persona del equipo lo confirma. Guardamos la mesa 15 minutos.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'terraza',
      title: 'Terraza',
      examples: `
        ¿Tienen terraza?
        ¿Hay mesas afuera?
        ¿Se puede fumar?
        Quiero sentarme al aire libre
        ¿La terraza tiene calefacción?
        Mesas en la calle
        ¿Tienen patio?
        Lugar al aire libre
      `,
      answers: [
        'Sí, tenemos terraza con 12 mesas, toldo y estufas en invierno. Se ocupa por orden de llegada.',
      ],
    },
    {
      name: 'mascotas',
      title: 'Mascotas',
      examples: `
        ¿Puedo ir con mi perro?
        ¿Son pet friendly?
        ¿Aceptan mascotas?
        ¿Dejan entrar perros?
        ¿Se puede llevar mascota?
        Voy con mi perrita
        ¿Tienen agua para perros?
        ¿Se permiten animales?
      `,
      answers: [
        '¡Claro! Las mascotas son bienvenidas en la terraza, con correa. Tenemos agua y galletas para perros.',
      ],
    },
    {
      name: 'ninos',
      title: 'Niños',
      examples: `
        ¿Tienen sillas para niños?
        ¿Puedo ir con guagua?
        ¿Tienen mudador?
        ¿Hay menú infantil?
        ¿Tienen juegos para niños?
        Silla de bebé
        ¿Es un lugar para ir con niños?
        ¿Entra el coche de guagua?
      `,
      answers: ['Sí: tenemos sillas para guaguas, mudador y platos chicos para niños.'],
    },
    {
      name: 'accesibilidad',
      title: 'Accesibilidad',
      examples: `
        ¿Se puede entrar en silla de ruedas?
        ¿Tienen acceso para discapacitados?
        ¿El baño es accesible?
        ¿Hay rampa?
        ¿Hay escaleras?
        Movilidad reducida
        ¿Tienen carta en braille?
        Mi papá usa silla de ruedas
      `,
      answers: [
        'La entrada y el primer piso no tienen escalones y el baño es accesible. Si nos avisas, te guardamos una mesa cómoda.',
      ],
    },
    {
      name: 'wifi',
      title: 'Wifi y trabajar en el café',
      examples: `
        ¿Tienen wifi?
        ¿Cuál es la clave del wifi?
        ¿Puedo ir a trabajar con mi computador?
        ¿Hay enchufes?
        ¿Tienen internet?
        Quiero ir a estudiar
        Contraseña de internet
        ¿Se puede trabajar con notebook?
      `,
      answers: [
        'Hay wifi gratis (la clave está en la boleta) y enchufes en la barra. Puedes trabajar con notebook de lunes a viernes hasta las 18:00.',
      ],
    },
    {
      name: 'eventos',
      title: 'Cumpleaños y eventos',
      examples: `
        ¿Se puede celebrar un cumpleaños?
        ¿Arriendan el local?
        Quiero hacer un evento
        ¿Hacen eventos de empresa?
        ¿Puedo llevar torta?
        Reservar para un grupo grande
        ¿Tienen salón privado?
        ¿Hacen catering?
        Celebración de titulación
      `,
      answers: [
        'Recibimos grupos de hasta 40 personas en el segundo piso y hacemos coctelería para empresas. Cuéntanos fecha y cantidad, y te enviamos una propuesta.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'musica_vivo',
      title: 'Música en vivo',
      examples: `
        ¿Tienen música en vivo?
        ¿Hay show?
        ¿Qué días tocan?
        ¿Hay jazz?
        ¿Puedo ir a tocar con mi banda?
        Panorama para el viernes
        ¿Cobran entrada por el show?
        Tocatas
      `,
      answers: ['Los jueves a las 20:00 hay jazz en vivo, sin costo de entrada. Conviene reservar.'],
      buttons: [['Reservar una mesa', 'reservar']],
    },
  ],
};
