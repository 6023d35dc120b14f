import type { TopicSection } from '../topic.ts';

/** Who the business is, and whom it works with. */
export const company: TopicSection = {
  section: 'La empresa',
  topics: [
    {
      name: 'quienes_somos',
      title: 'Quiénes somos',
      examples: `
        ¿Quiénes son ustedes?
        ¿Cuántos años llevan?
        ¿Qué experiencia tienen?
        ¿Son una empresa chilena?
        ¿Quién está detrás de la empresa?
        Cuéntame de la empresa
        ¿Son confiables?
        ¿Tienen referencias de otros clientes?
      `,
      answers: [
        'Somos un equipo chileno con más de diez años de experiencia. En nuestro sitio puedes ver trabajos y opiniones de clientes.',
      ],
    },
    {
      name: 'empresas',
      title: 'Servicios para empresas',
      examples: `
        ¿Atienden empresas?
        Necesito el servicio para mi pyme
        ¿Tienen planes para empresas?
        Somos una corporación y queremos contratar
        ¿Están en Mercado Público?
        ¿Hacen contratos mensuales con empresas?
        Somos un colegio, ¿nos pueden atender?
        Servicio corporativo
      `,
      answers: [
        'Sí, tenemos planes para empresas e instituciones, con contrato y factura. Déjanos el nombre de la empresa y qué necesitan.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'convenios',
      title: 'Convenios',
      examples: `
        ¿Tienen convenio con isapres?
        ¿Trabajan con alguna caja de compensación?
        ¿Hay convenio con mi empresa?
        ¿Tienen descuento con el club de lectores?
        ¿Aceptan Fonasa?
        ¿Con qué instituciones tienen convenio?
        ¿Tienen beneficio con el banco?
        Convenio con sindicato
      `,
      answers: [
        'Tenemos convenios con varias instituciones; la lista está en nuestro sitio. Si la tuya no está, escríbenos y lo vemos.',
      ],
    },
    {
      name: 'trabajo',
      title: 'Trabaja con nosotros',
      examples: `
        ¿Están contratando?
        Quiero trabajar con ustedes
        ¿Dónde mando mi currículum?
        ¿Tienen vacantes?
        Busco pega
        ¿Reciben practicantes?
        Ofertas de trabajo
        ¿Necesitan personal?
      `,
      answers: [
        '¡Gracias por el interés! Las vacantes están en «Trabaja con nosotros» de nuestro sitio; ahí puedes dejar tu currículum.',
      ],
    },
    {
      name: 'proveedores',
      title: 'Proveedores',
      examples: `
        Quiero ofrecer mis productos
        Soy proveedor, ¿con quién hablo?
        ¿Quién ve las compras?
        Me gustaría ser su proveedor
        Tengo una propuesta comercial para ustedes
        ¿Dónde envío mi portafolio?
        ¿Cuándo pagan a los proveedores?
        Necesito saber el estado de pago de mi factura como proveedor
      `,
      answers: [
        'Escríbenos qué ofreces con tu nombre y correo, y el área de compras te contacta si hay interés.',
      ],
    },
    {
      name: 'redes_sociales',
      title: 'Redes sociales',
      examples: `
        ¿Tienen Instagram?
        ¿Cómo los encuentro en redes?
        ¿Cuál es su página de Facebook?
        ¿Están en LinkedIn?
        ¿Tienen página web?
        ¿Cuál es el sitio?
        ¿Tienen canal de YouTube?
        Redes sociales
      `,
      answers: [
        'Nos encuentras en Instagram, Facebook y LinkedIn; los enlaces están al pie de nuestro sitio.',
      ],
    },
  ],
};
