import type { TopicSection } from '../topics/topic.ts';

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
      answers: [
        'Las horas libres se ven al momento en «Agenda» de nuestro sitio. Si no encuentras una que te acomode, te anotamos en la lista de espera.',
      ],
      buttons: [['Lista de espera', 'lista_espera']],
    },
    {
      name: 'cambiar_hora',
      title: 'Cambiar mi hora',
      answers: [
        'Puedes cambiarla sin costo hasta 24 horas antes, con el enlace del correo de confirmación o aquí con una persona.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'anular_hora',
      title: 'Anular mi hora',
      answers: [
        'Puedes anularla con el enlace del correo de confirmación. Hasta 24 horas antes no tiene costo y te devolvemos el abono.',
      ],
    },
    {
      name: 'confirmar_hora',
      title: 'Cuándo es mi hora',
      answers: [
        'La fecha está en el correo de confirmación (revisa también «spam»). Si no lo encuentras, dinos tu nombre y RUT y lo buscamos.',
      ],
      buttons: [['Hablar con una persona', 'hablar_persona']],
    },
    {
      name: 'atraso',
      title: 'Voy atrasado',
      answers: ['No te preocupes: te esperamos hasta 15 minutos. Si necesitas más, te cambiamos la hora.'],
      buttons: [['Cambiar mi hora', 'cambiar_hora']],
    },
    {
      name: 'lista_espera',
      title: 'Lista de espera',
      answers: [
        'Claro. Déjanos tu nombre, teléfono y los días que te sirven, y te avisamos si se libera una hora.',
      ],
    },
    {
      name: 'primera_vez',
      title: 'Mi primera vez',
      answers: [
        'Llega 10 minutos antes con tu cédula. En la primera reunión vemos qué necesitas y qué te conviene; no te compromete a nada.',
      ],
    },
  ],
};
