import type { TopicSection } from '../../catalogue/topics/topic.ts';

/** What one eats and drinks there. */
export const menu: TopicSection = {
  section: 'La carta',
  topics: [
    {
      name: 'menu_carta',
      title: 'Carta',
      answers: ['¿Qué te tinca?'],
      buttons: [
        ['Ver la carta', 'carta'],
        ['Desayuno y brunch', 'desayuno'],
        ['Menú del día', 'almuerzo'],
        ['Tortas y pasteles', 'pasteleria'],
        ['Vegano y vegetariano', 'vegano'],
        ['Alergias', 'alergias'],
      ],
    },
    {
      name: 'carta',
      title: 'Ver la carta',
      examples: `
        ¿Me mandas la carta?
        ¿Qué tienen para comer?
        Quiero ver el menú
        ¿Qué sirven?
        ¿Tienen sándwiches?
        La carta por favor
        ¿Qué hay para tomar?
        ¿Tienen carta en PDF?
        ¿Qué recomiendan?
      `,
      answers: [
        'Tenemos café de especialidad, desayunos, sándwiches en pan de masa madre, ensaladas, tortas caseras y vinos. La carta completa está en cafelastarria.example/carta.',
      ],
      buttons: [
        ['Menú del día', 'almuerzo'],
        ['Vegano y vegetariano', 'vegano'],
      ],
    },
    {
      name: 'precios',
      title: 'Precios',
      examples: `
        ¿Cuánto cuesta un café?
        ¿Qué precios tienen?
        ¿Cuánto sale el brunch?
        ¿Cuánto vale un cappuccino?
        ¿Es caro?
        ¿Cuántas lucas sale comer ahí?
        Precio de la torta
        Lista de precios
      `,
      answers: [
        'Un espresso cuesta $2.200, un cappuccino $3.200, los sándwiches desde $6.900 y el menú del día $9.900.',
      ],
      buttons: [['Ver la carta', 'carta']],
    },
    {
      name: 'desayuno',
      title: 'Desayuno y brunch',
      examples: `
        ¿Tienen desayuno?
        ¿Sirven brunch?
        ¿Qué trae el brunch?
        ¿Hasta qué hora hay desayuno?
        Desayuno para dos
        ¿Hay huevos y tostadas?
        ¿Tienen brunch los domingos?
        ¿Tienen once?
      `,
      answers: [
        'Servimos desayuno hasta las 12:00 y brunch los fines de semana hasta las 15:00: huevos, pan de masa madre, palta, fruta, jugo y café, $14.900.',
      ],
    },
    {
      name: 'almuerzo',
      title: 'Menú del día',
      examples: `
        ¿Tienen menú de almuerzo?
        ¿Cuál es el menú del día?
        ¿Qué hay de almuerzo hoy?
        ¿Sirven almuerzo?
        Colación
        Menú ejecutivo
        Plato del día
        ¿Hasta qué hora hay almuerzo?
      `,
      answers: [
        'De lunes a viernes, de 12:30 a 15:30, hay menú del día con entrada, fondo y café por $9.900. Siempre hay una opción vegetariana.',
      ],
    },
    {
      name: 'vegano',
      title: 'Vegano y vegetariano',
      examples: `
        ¿Tienen opciones veganas?
        Soy vegano
        ¿Qué hay vegetariano?
        ¿Tienen leche vegetal?
        ¿Hay algo sin carne?
        ¿Tienen leche de almendra?
        Torta vegana
        Comida vegetariana
        ¿Tienen hamburguesa vegana?
      `,
      answers: [
        'Sí: tostadas con palta, wrap de hummus, ensalada de quínoa, queque vegano de plátano y leche de avena o almendra sin recargo.',
      ],
      buttons: [['Alergias', 'alergias']],
    },
    {
      name: 'alergias',
      title: 'Alergias y sin gluten',
      examples: `
        ¿Tienen opciones sin gluten?
        Soy celíaco
        Soy alérgico a las nueces
        ¿Tienen leche sin lactosa?
        ¿Hay algo sin azúcar?
        Intolerancia a la lactosa
        ¿Tienen pan sin gluten?
        Alergias alimentarias
        ¿Qué pueden comer los diabéticos?
      `,
      answers: [
        'Tenemos pan y brownie sin gluten, leche sin lactosa y opciones sin azúcar. La cocina es compartida: si tu alergia es grave, avísanos antes de pedir.',
      ],
    },
    {
      name: 'cafe_grano',
      title: 'Café en grano',
      examples: `
        ¿Venden café en grano?
        ¿De dónde es el café?
        Quiero comprar café para la casa
        ¿Tienen café de especialidad?
        ¿Muelen el café?
        Bolsa de café
        ¿Qué variedad de café usan?
        ¿Tienen descafeinado?
      `,
      answers: [
        'Tostamos café de Perú y Colombia cada semana. La bolsa de 250 g cuesta $8.900, en grano o molido para tu cafetera, y también hay descafeinado.',
      ],
    },
    {
      name: 'pasteleria',
      title: 'Tortas y pasteles',
      examples: `
        ¿Qué tortas tienen?
        ¿Hacen tortas por encargo?
        ¿Tienen kuchen?
        Quiero encargar una torta
        ¿Qué hay de postre?
        ¿Tienen cosas dulces?
        Pasteles y galletas
        ¿Venden torta entera?
        ¿Tienen cheesecake?
      `,
      answers: [
        'Todos los días hay torta de mil hojas, kuchen de frambuesa, cheesecake y galletas. Hacemos tortas enteras por encargo con 48 horas.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'happy_hour',
      title: 'Vinos, cervezas y happy hour',
      examples: `
        ¿Tienen happy hour?
        ¿Venden cerveza?
        ¿Tienen vino?
        ¿Sirven tragos?
        ¿Venden alcohol?
        ¿Tienen pisco sour?
        Happy hour de hoy
        ¿Tienen copete?
      `,
      answers: [
        'Tenemos vinos, cervezas artesanales y pisco sour. El happy hour es de lunes a viernes de 18:00 a 20:00: dos por uno en cócteles.',
      ],
    },
  ],
};
