import type { TopicSection } from '../topics/topic.ts';

/** Who is a client already: how their matter goes, their papers, their complaints. */
export const clients: TopicSection = {
  section: 'Clientes',
  topics: [
    {
      name: 'estado_tramite',
      title: 'Cómo va lo mío',
      slot: { name: 'rut', kind: 'rut', question: 'Para revisarlo necesito tu RUT. ¿Cuál es?' },
      answers: [
        'Gracias. Con el RUT {{rut}} una persona del equipo revisa en qué va y te lo cuenta por aquí.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'certificados',
      title: 'Certificados e informes',
      answers: [
        'Los informes y certificados se envían a tu correo en 2 días hábiles. Pídelos por aquí con tu nombre y RUT.',
      ],
    },
    {
      name: 'actualizar_datos',
      title: 'Cambiar mis datos',
      answers: [
        'Dinos qué dato cambió y cuál es el nuevo. Por tu seguridad una persona lo confirma contigo antes de guardarlo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'acceso_portal',
      title: 'Mi cuenta y contraseña',
      answers: [
        'En la página de ingreso elige «Olvidé mi contraseña» y sigue el correo (revisa «spam»). Si sigue igual, te ayudamos por aquí.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'reclamo',
      title: 'Hacer un reclamo',
      answers: [
        'Lamento que lo hayas pasado mal. Cuéntanos qué pasó y cuándo; una persona del equipo lo toma y te responde en un día hábil.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'felicitaciones',
      title: 'Felicitaciones y sugerencias',
      answers: ['¡Muchas gracias por contarnos! Se lo hacemos llegar al equipo.'],
    },
    {
      name: 'privacidad',
      title: 'Mis datos personales',
      answers: [
        'Usamos tus datos solo para atenderte y no los compartimos. Puedes pedir verlos, corregirlos o borrarlos por aquí; la política completa está en nuestro sitio.',
      ],
    },
    {
      name: 'terminar_contrato',
      title: 'Terminar mi contrato',
      answers: [
        'Puedes terminar cuando quieras, avisando 30 días antes y sin multa. Una persona del equipo te ayuda con el trámite.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
