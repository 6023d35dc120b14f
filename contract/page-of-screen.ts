/** The page that belongs to a screen: by the screen's path, `inbox` for the inbox, whose path the product names. */
export const PAGE_OF_SCREEN: Readonly<Record<string, string>> = {
  inbox: 'atender-en-vivo',
  '/dashboard': 'primeros-pasos',
  '/dashboard/chatbot/preguntas': 'ensenar-al-chatbot',
  '/menu-inicial': 'ensenar-al-chatbot',
  '/documento-conocimiento': 'documentos',
  '/preview': 'probar-y-publicar',
  '/agentes': 'equipo',
  '/role/list': 'roles',
  '/historial-estado-agentes': 'horas-de-agentes',
  '/historial-conversaciones': 'historial',
  '/respuestas-rapidas': 'respuestas-rapidas',
  '/profile': 'avisos-y-sonidos',
};
