import type { TopicSection } from '../topics/topic.ts';

/** Who the business is, and whom it works with. */
export const company: TopicSection = {
  section: 'La empresa',
  topics: [
    {
      name: 'quienes_somos',
      title: 'Quiénes somos',
      answers: [
        'Somos un equipo chileno con más de diez años de experiencia. En nuestro sitio puedes ver trabajos y opiniones de clientes.',
      ],
    },
    {
      name: 'empresas',
      title: 'Servicios para empresas',
      answers: [
        'Sí, tenemos planes para empresas e instituciones, con contrato y factura. Déjanos el nombre de la empresa y qué necesitan.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'convenios',
      title: 'Convenios',
      answers: [
        'Tenemos convenios con varias instituciones; la lista está en nuestro sitio. Si la tuya no está, escríbenos y lo vemos.',
      ],
    },
    {
      name: 'trabajo',
      title: 'Trabaja con nosotros',
      answers: [
        '¡Gracias por el interés! Las vacantes están en «Trabaja con nosotros» de nuestro sitio; ahí puedes dejar tu currículum.',
      ],
    },
    {
      name: 'proveedores',
      title: 'Proveedores',
      answers: [
        'Escríbenos qué ofreces con tu nombre y correo, y el área de compras te contacta si hay interés.',
      ],
    },
    {
      name: 'redes_sociales',
      title: 'Redes sociales',
      answers: [
        'Nos encuentras en Instagram, Facebook y LinkedIn; los enlaces están al pie de nuestro sitio.',
      ],
    },
  ],
};
