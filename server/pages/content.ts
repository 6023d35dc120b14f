/** The tutorial pages' words, in the order in which they are best read. Their videos are settings (routes.ts). */
import type { ContentBlock, PageStep, TutorialPage } from '../../contract/entities/tutorial-page.ts';

export type PageContent = Omit<TutorialPage, 'url'>;

const text = (words: string): ContentBlock => ({ kind: 'text', text: words });
const tip = (words: string): ContentBlock => ({ kind: 'tip', text: words });
const link = (label: string, to: string): ContentBlock => ({ kind: 'link', label, to });
const steps = (...of: readonly [title: string, text: string][]): ContentBlock => ({
  kind: 'steps',
  steps: of.map(([title, words]): PageStep => ({ title, text: words })),
});

/** @param inboxPath the inbox's own path, which the product names */
export function pageContents(inboxPath: string): readonly PageContent[] {
  return [
    {
      id: 'primeros-pasos',
      title: 'Conoce tu panel',
      summary: 'Qué muestra el Dashboard, cómo cambiar de chatbot y cómo encontrar cualquier cosa.',
      blocks: [
        text('El Dashboard resume en una pantalla cómo está tu chatbot ahora y qué le falta para trabajar.'),
        steps(
          [
            'Lo que pasa ahora',
            'Cada cifra lleva a las conversaciones que la forman, y explica qué la movió.',
          ],
          ['Cambia de chatbot', 'Arriba eliges con cuál trabajas. Tu estado pasa con él.'],
          ['Busca cualquier cosa', 'Con Ctrl+K encuentras pantallas, chatbots, conversaciones y clientes.'],
          ['Completa los primeros pasos', 'La lista marca lo que falta y te lleva a cada lugar.'],
        ),
        link('Ir al Dashboard', '/dashboard'),
      ],
    },
    {
      id: 'ensenar-al-chatbot',
      title: 'Enséñale a tu chatbot',
      summary: 'Cambiar lo que trae la plantilla, agregar lo tuyo y ordenar el menú inicial.',
      blocks: [
        text(
          'Tu chatbot parte sabiendo lo que trae su plantilla. Lo demás se lo enseñas tú, con tus palabras.',
        ),
        steps(
          [
            'Revisa lo precargado',
            'Cambia las respuestas que no calcen con tu negocio, y desactiva las que no uses.',
          ],
          [
            'Agrega lo tuyo',
            'En Personalizadas escribes tres o más frases de tus clientes y la respuesta a ellas.',
          ],
          ['Ordena el menú inicial', 'Pon arriba lo que más te preguntan. Ahí ves qué cabe en cada canal.'],
          ['Mira el mapa', 'Muestra adónde lleva cada opción, y marca lo que queda sin salida.'],
        ),
        tip('Nada de esto lo ven tus clientes hasta que publicas.'),
        link('Ir a mis interacciones', '/dashboard/chatbot/preguntas'),
      ],
    },
    {
      id: 'documentos',
      title: 'Responde con tus documentos',
      summary: 'Subir archivos y páginas para que el chatbot responda con lo que dicen.',
      blocks: [
        steps(
          ['Sube un archivo', 'Un pdf, un Word, una planilla o un texto; o la dirección de una página web.'],
          ['Espera que se lea', 'La lista muestra cómo va, y qué archivo no se pudo leer y por qué.'],
          ['Prueba una pregunta', 'Ves qué fragmento respondería. Tus clientes lo leen con su fuente.'],
        ),
        tip('El chatbot busca en los documentos cuando ninguna interacción calza.'),
        link('Ir a Documentos', '/documento-conocimiento'),
      ],
    },
    {
      id: 'probar-y-publicar',
      title: 'Prueba y publica sin miedo',
      summary: 'Conversar con el borrador, ver por qué responde así, publicar y volver atrás.',
      blocks: [
        steps(
          ['Conversa con el borrador', 'Al lado de cada respuesta ves qué entendió, y por qué no otra cosa.'],
          ['Guarda frases de prueba', 'Se prueban antes de cada publicación, y te avisan si algo se rompe.'],
          ['Mira qué cambia y publica', 'Tus clientes lo notan desde su próximo mensaje.'],
          ['Vuelve atrás', 'En Versiones comparas dos publicaciones y restauras la que quieras.'],
          ['Aprende de lo que no supo', 'En Sin respuesta, cada pregunta se vuelve un ejemplo con un clic.'],
        ),
        link('Ir a Previsualizar', '/preview'),
      ],
    },
    {
      id: 'instalar-el-chat',
      title: 'Instala el chat en tu sitio',
      summary: 'Cómo poner el chat en tu página y comprobar que quedó funcionando.',
      blocks: [
        text('El chat es una línea de código. Va antes de `</body>` y no frena la carga de tu página.'),
        steps(
          [
            'Copia el código',
            'En Chatbot, Implementar: lo copias, o lo mandas por correo a quien lleva tu sitio.',
          ],
          ['Pégalo en tu sitio', 'Hay instrucciones para WordPress, Shopify, Wix, Tag Manager y otros.'],
          [
            'Compruébalo',
            'Abre el chat en tu sitio: el panel muestra dónde y cuándo se abrió por última vez.',
          ],
        ),
        tip('Hasta que confirmes tu correo, el chat responde solo en la vista previa.'),
        link('Ver las instrucciones', '/integration-install'),
      ],
    },
    {
      id: 'atender-en-vivo',
      title: 'Atiende en vivo',
      summary: 'Tomar una conversación, responder, dejar notas, derivar y cerrar.',
      blocks: [
        steps(
          ['Mira quién espera', 'En Pendientes están los clientes que pidieron hablar con una persona.'],
          ['Toma la conversación', 'Con Tomar, o la tecla T, es tuya y el asistente deja de responder.'],
          ['Responde', 'Enter envía y Shift+Enter baja de línea. El borrador queda guardado.'],
          ['Deja una nota', 'Las notas internas las ve solo tu equipo. Se distinguen por su color.'],
          ['Deriva o cierra', 'Derivar la pasa a un colega con un motivo. Tienes 5 segundos para deshacer.'],
        ),
        tip('Con la tecla ? ves todos los atajos sin salir de la bandeja.'),
        link('Abrir la bandeja', inboxPath),
      ],
    },
    {
      id: 'respuestas-rapidas',
      title: 'Responde en segundos',
      summary: 'Guarda lo que escribes a menudo y llámalo con una barra.',
      blocks: [
        steps(
          ['Crea una respuesta', 'Con un atajo corto. Puede ser tuya o de todo el equipo.'],
          ['Usa datos del cliente', 'Las variables ponen su nombre o el tuyo al insertarla.'],
          ['Escríbela con /', 'En la conversación, escribe / y las primeras letras del atajo.'],
        ),
        link('Mis respuestas rápidas', '/respuestas-rapidas'),
      ],
    },
    {
      id: 'equipo',
      title: 'Arma tu equipo',
      summary: 'Crear agentes, asociar a quien ya tiene cuenta y ver su actividad.',
      blocks: [
        steps(
          ['Crea un agente', 'Con nombre, correo y contraseña. Elige su rol y sus áreas.'],
          ['Asocia a quien ya tiene cuenta', 'Basta con su correo: entra con la contraseña de siempre.'],
          ['Mira su actividad', 'La tabla resume los últimos 30 días: conexión, intervenciones y estrellas.'],
          ['Revisa sus horas', 'Seguimiento muestra, minuto a minuto, en qué estado estuvo cada persona.'],
        ),
        link('Ir a Agentes', '/agentes'),
      ],
    },
    {
      id: 'horas-de-agentes',
      title: 'Revisa las horas de tu equipo',
      summary: 'Cuánto tiempo estuvo conectada cada persona, por día y por estado.',
      blocks: [
        steps(
          ['Elige los días', 'Hasta 92 días, y una persona o todas.'],
          ['Lee la línea', 'Cada color es un estado; al pasar por encima ves desde y hasta cuándo.'],
          ['Llévatelo', 'Exportar CSV descarga las mismas horas para tu planilla.'],
        ),
        link('Ver el seguimiento', '/historial-estado-agentes'),
      ],
    },
    {
      id: 'roles',
      title: 'Roles a tu medida',
      summary: 'Decidir qué ve y qué puede hacer cada persona.',
      blocks: [
        steps(
          ['Tres roles vienen incluidos', 'Propietario, administrador y agente no se pueden cambiar.'],
          ['Crea el tuyo', 'Elige qué módulos ve y qué puede hacer en cada uno.'],
          [
            'Decide qué conversaciones ve',
            'Todas, como un administrador, o las de sus áreas, como un agente.',
          ],
        ),
        link('Ir a Roles', '/role/list'),
      ],
    },
    {
      id: 'historial',
      title: 'Encuentra cualquier conversación',
      summary: 'Buscar, filtrar, leer y exportar lo que se ha conversado.',
      blocks: [
        steps(
          ['Busca', 'Por nombre, correo, teléfono, RUT o lo que se dijo.'],
          ['Filtra', 'Por estado, canal, agente, área, etiqueta y fechas.'],
          ['Lee sin tocar nada', 'Abrir una conversación aquí no la marca como leída.'],
          ['Exporta', 'A CSV o Excel; si es larga, sigues trabajando mientras se prepara.'],
        ),
        link('Ir al historial', '/historial-conversaciones'),
      ],
    },
    {
      id: 'avisos-y-sonidos',
      title: 'Avisos y sonidos',
      summary: 'Qué te avisa, cómo suena y cuándo guarda silencio.',
      blocks: [
        steps(
          ['Elige qué suena', 'Cada clase de aviso tiene su sonido y su volumen; Probar lo reproduce.'],
          ['Recibe avisos con todo cerrado', 'Activa los avisos del navegador en este equipo.'],
          ['Guarda silencio', 'El modo silencioso calla sonidos y ventanas, y sigue contando.'],
        ),
        link('Ir a Mi cuenta', '/profile'),
      ],
    },
  ];
}
