import type { TopicSection } from '../topic.ts';

/** Who is a client already: how their matter goes, their papers, their complaints. */
export const clients: TopicSection = {
  section: 'Clientes',
  topics: [
    {
      name: 'estado_tramite',
      title: 'Cómo va lo mío',
      examples: `
        ¿En qué va mi trámite?
        ¿Cómo va mi solicitud?
        ¿Está listo lo mío?
        Quiero saber el estado de mi caso
        ¿Avanzó mi solicitud?
        ¿Cuándo me responden?
        Seguimiento de mi solicitud
        Ingresé una solicitud y no sé nada
        ¿Ya terminaron mi trabajo?
      `,
      answers: [
        'Para revisarlo necesitamos tu número de solicitud o tu RUT. Escríbelo aquí y una persona te cuenta en qué va.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'certificados',
      title: 'Certificados e informes',
      examples: `
        Necesito un certificado
        ¿Me pueden enviar el informe?
        ¿Cómo pido un comprobante de atención?
        Certificado de asistencia
        No me ha llegado el informe
        Necesito copia del contrato
        ¿Dónde descargo mis documentos?
        ¿Entregan un certificado al terminar?
      `,
      answers: [
        'Los informes y certificados se envían a tu correo en 2 días hábiles. Pídelos por aquí con tu nombre y RUT.',
      ],
    },
    {
      name: 'actualizar_datos',
      title: 'Cambiar mis datos',
      examples: `
        Quiero cambiar mis datos
        Cambié de teléfono
        Actualizar mi correo
        Me cambié de casa, ¿dónde actualizo la dirección?
        Mi nombre está mal escrito
        Corregir mi RUT
        ¿Cómo modifico mi información?
        Tienen mal mi apellido
      `,
      answers: [
        'Dinos qué dato cambió y cuál es el nuevo. Por tu seguridad una persona lo confirma contigo antes de guardarlo.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'acceso_portal',
      title: 'Mi cuenta y contraseña',
      examples: `
        No puedo entrar a mi cuenta
        Olvidé mi contraseña
        ¿Cómo recupero la clave?
        La página no me deja ingresar
        Me sale usuario bloqueado
        ¿Cómo creo una cuenta?
        No me llega el correo para cambiar la clave
        Mi usuario no funciona
      `,
      answers: [
        'En la página de ingreso elige «Olvidé mi contraseña» y sigue el correo (revisa «spam»). Si sigue igual, te ayudamos por aquí.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'reclamo',
      title: 'Hacer un reclamo',
      examples: `
        Quiero hacer un reclamo
        Estoy muy molesto con la atención
        Me atendieron pésimo
        ¿Dónde reclamo?
        El servicio fue malo
        No estoy conforme
        Nadie me responde
        Quiero dejar una queja
        Voy a ir al Sernac
      `,
      answers: [
        'Lamento que lo hayas pasado mal. Cuéntanos qué pasó y cuándo; una persona del equipo lo toma y te responde en un día hábil.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'felicitaciones',
      title: 'Felicitaciones y sugerencias',
      examples: `
        Quiero felicitar a la persona que me atendió
        Excelente servicio
        Tengo una sugerencia
        Me encantó la atención
        ¿Dónde dejo un comentario?
        Quedé muy contento
        Les recomiendo mejorar la página
        Quiero dejar una buena evaluación
      `,
      answers: ['¡Muchas gracias por contarnos! Se lo hacemos llegar al equipo.'],
    },
    {
      name: 'privacidad',
      title: 'Mis datos personales',
      examples: `
        ¿Qué hacen con mis datos?
        Quiero que borren mis datos
        ¿Cuál es la política de privacidad?
        No quiero recibir más correos
        ¿Comparten mi información?
        Eliminar mi información personal
        ¿Cómo me salgo de la lista de correos?
        ¿Mis datos están seguros?
      `,
      answers: [
        'Usamos tus datos solo para atenderte y no los compartimos. Puedes pedir verlos, corregirlos o borrarlos por aquí; la política completa está en nuestro sitio.',
      ],
    },
    {
      name: 'terminar_contrato',
      title: 'Terminar mi contrato',
      examples: `
        Quiero terminar mi contrato
        ¿Cómo doy de baja el servicio?
        Quiero darme de baja
        No quiero seguir con el plan
        ¿Cobran multa por terminar antes?
        Cancelar mi suscripción
        ¿Con cuánta anticipación aviso el término?
        Renunciar al servicio
      `,
      answers: [
        'Puedes terminar cuando quieras, avisando 30 días antes y sin multa. Una persona del equipo te ayuda con el trámite.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
  ],
};
