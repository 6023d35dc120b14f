import type { TopicSection } from '../topic.ts';

/** Getting a time, moving it, missing it. */
export const appointments: TopicSection = {
  section: 'Horas y citas',
  topics: [
    {
      name: 'menu_horas',
      title: 'Pedir una hora',
      answers: ['¿Qué quieres hacer con tu hora?'],
      buttons: [
        ['Pedir una hora', 'agendar_hora'],
        ['Cambiarla', 'cambiar_hora'],
        ['Anularla', 'anular_hora'],
        ['Saber cuándo es', 'confirmar_hora'],
      ],
    },
    {
      name: 'agendar_hora',
      title: 'Pedir una hora',
      examples: `
        Quiero pedir una hora
        Necesito agendar una cita
        ¿Cómo reservo una hora?
        Quiero agendar
        ¿Me puede dar una hora?
        Tomar hora
        Reservar una reunión
        ¿Puedo agendar por internet?
        Quisiera una cita para esta semana
        Pedir turno
      `,
      answers: [
        'Puedes pedir tu hora en nuestro sitio, en «Agenda», o decirnos aquí qué día te acomoda y te proponemos una.',
      ],
      buttons: [
        ['Qué horas quedan', 'disponibilidad'],
        ['Hablar con una persona', 'hablar_persona'],
      ],
    },
    {
      name: 'disponibilidad',
      title: 'Horas disponibles',
      examples: `
        ¿Qué horas tienen disponibles?
        ¿Tienen hora para mañana?
        ¿Hay cupo esta semana?
        ¿Cuándo es la próxima hora?
        ¿Tienen algo para el viernes?
        ¿Queda espacio en la tarde?
        ¿Atienden hoy mismo?
        ¿Hay horas después de las seis?
      `,
      answers: [
        'Las horas libres se ven al momento en «Agenda» de nuestro sitio. Si no encuentras una que te acomode, te anotamos en la lista de espera.',
      ],
      buttons: [['Lista de espera', 'lista_espera']],
    },
    {
      name: 'cambiar_hora',
      title: 'Cambiar mi hora',
      examples: `
        Quiero cambiar mi hora
        ¿Puedo reagendar?
        Necesito mover mi cita
        ¿Se puede cambiar el día de la reunión?
        No puedo ir ese día, ¿lo cambiamos?
        Reprogramar la visita
        ¿Puedo atrasar mi hora para otro día?
        Cambio de hora
      `,
      answers: [
        'Puedes cambiarla sin costo hasta 24 horas antes, con el enlace del correo de confirmación o aquí con una persona.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'anular_hora',
      title: 'Anular mi hora',
      examples: `
        Quiero anular mi hora
        ¿Cómo cancelo mi cita?
        No voy a poder ir, cancelen por favor
        Cancelar la reserva
        Necesito cancelar la reunión
        Eliminar mi hora
        Ya no necesito la hora
        ¿Tiene costo cancelar la cita?
      `,
      answers: [
        'Puedes anularla con el enlace del correo de confirmación. Hasta 24 horas antes no tiene costo y te devolvemos el abono.',
      ],
    },
    {
      name: 'confirmar_hora',
      title: 'Cuándo es mi hora',
      examples: `
        ¿Cuándo es mi hora?
        ¿Mi cita quedó confirmada?
        ¿A qué hora tenía que ir?
        No me llegó la confirmación de la hora
        Quiero confirmar mi asistencia
        ¿Para qué día quedó mi reunión?
        Se me olvidó a qué hora es
        ¿Con quién tengo la cita?
      `,
      answers: [
        'La fecha está en el correo de confirmación (revisa también «spam»). Si no lo encuentras, dinos tu nombre y RUT y lo buscamos.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'atraso',
      title: 'Voy atrasado',
      examples: `
        Voy atrasado
        Voy a llegar tarde
        ¿Me esperan diez minutos?
        Estoy en un taco, llego un poco después
        ¿Hasta cuánto esperan?
        Se me hizo tarde para la cita
        ¿Pierdo la hora si llego tarde?
        Llego en veinte minutos
      `,
      answers: ['No te preocupes: te esperamos hasta 15 minutos. Si necesitas más, te cambiamos la hora.'],
      buttons: [['Cambiar mi hora', 'cambiar_hora']],
    },
    {
      name: 'lista_espera',
      title: 'Lista de espera',
      examples: `
        ¿Tienen lista de espera?
        Avísenme si se libera una hora
        Anótenme por si alguien cancela
        No hay horas, ¿me pueden avisar?
        Quiero quedar en espera
        ¿Me llaman si hay cupo?
        ¿Cómo me anoto en la lista?
        Si se desocupa un cupo me avisan
      `,
      answers: [
        'Claro. Déjanos tu nombre, teléfono y los días que te sirven, y te avisamos si se libera una hora.',
      ],
    },
    {
      name: 'primera_vez',
      title: 'Mi primera vez',
      examples: `
        Es mi primera vez, ¿qué tengo que hacer?
        Nunca he ido, ¿cómo funciona?
        ¿Cómo es la primera reunión?
        ¿Qué pasa en la primera sesión?
        ¿Tengo que llegar antes?
        ¿Me tengo que preparar para la cita?
        ¿Cómo es la evaluación inicial?
        Soy nuevo, ¿por dónde parto?
      `,
      answers: [
        'Llega 10 minutos antes con tu cédula. En la primera reunión vemos qué necesitas y qué te conviene; no te compromete a nada.',
      ],
    },
  ],
};
