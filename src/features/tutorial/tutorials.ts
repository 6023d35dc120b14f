/** The tutorial of each screen that has one: a title and a few scenes. The panel shows them one after the other. */
export interface Scene {
  title: string;
  text: string;
}
export interface Tutorial {
  /** The screens that it belongs to; the inbox's own path is `inbox`. */
  screen: string;
  title: string;
  scenes: readonly Scene[];
}

export const TUTORIALS: readonly Tutorial[] = [
  {
    screen: 'inbox',
    title: 'Atiende en vivo',
    scenes: [
      {
        title: 'Mira quién espera',
        text: 'En Pendientes están los clientes que pidieron hablar con una persona.',
      },
      {
        title: 'Toma la conversación',
        text: 'Con Tomar, o la tecla T, es tuya y el asistente deja de responder.',
      },
      { title: 'Responde', text: 'Enter envía y Shift+Enter baja de línea. El borrador queda guardado.' },
      {
        title: 'Deja una nota',
        text: 'Las notas internas las ve solo tu equipo. Se distinguen por su color.',
      },
      {
        title: 'Deriva o cierra',
        text: 'Derivar la pasa a un colega con un motivo. Tienes 5 segundos para deshacer.',
      },
    ],
  },
  {
    screen: '/dashboard',
    title: 'Conoce tu panel',
    scenes: [
      { title: 'Lo que pasa ahora', text: 'Cada cifra lleva a las conversaciones que la forman.' },
      { title: 'Cambia de chatbot', text: 'Arriba eliges con cuál trabajas. Tu estado pasa con él.' },
      {
        title: 'Busca cualquier cosa',
        text: 'Con Ctrl+K encuentras pantallas, chatbots, conversaciones y clientes.',
      },
      {
        title: 'Instala tu chatbot',
        text: 'En Chatbot, Implementar te da el código y te deja probarlo ahí mismo.',
      },
    ],
  },
  {
    screen: '/agentes',
    title: 'Arma tu equipo',
    scenes: [
      { title: 'Crea un agente', text: 'Con nombre, correo y contraseña. Elige su rol y sus áreas.' },
      {
        title: 'Asocia a quien ya tiene cuenta',
        text: 'Basta con su correo: entra con la contraseña de siempre.',
      },
      {
        title: 'Mira su actividad',
        text: 'La tabla resume los últimos 30 días: conexión, intervenciones y estrellas.',
      },
      {
        title: 'Revisa sus horas',
        text: 'Seguimiento muestra, minuto a minuto, en qué estado estuvo cada persona.',
      },
    ],
  },
  {
    screen: '/role/list',
    title: 'Roles a tu medida',
    scenes: [
      {
        title: 'Tres roles vienen incluidos',
        text: 'Propietario, administrador y agente no se pueden cambiar.',
      },
      { title: 'Crea el tuyo', text: 'Elige qué módulos ve y qué puede hacer en cada uno.' },
      {
        title: 'Decide qué conversaciones ve',
        text: 'Todas, como un administrador, o las de sus áreas, como un agente.',
      },
    ],
  },
];

/** The tutorial of a screen, by its path. */
export function tutorialOf(path: string, inboxPath: string): Tutorial | null {
  const screen = path === inboxPath ? 'inbox' : path;
  return TUTORIALS.find((tutorial) => tutorial.screen === screen) ?? null;
}
