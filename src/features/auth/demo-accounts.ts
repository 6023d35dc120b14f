/** The accounts of the demo data (server/platform seed 'demo'); offered at the login only when the server says demo. */
export const DEMO_PASSWORD = 'charla-demo';
export const DEMO_ACCOUNTS: readonly { email: string; role: string }[] = [
  { email: 'propietaria@charla.test', role: 'Propietaria' },
  { email: 'admin@charla.test', role: 'Administrador' },
  { email: 'ana@charla.test', role: 'Agente · ventas' },
  { email: 'bruno@charla.test', role: 'Agente · soporte' },
  { email: 'carla@charla.test', role: 'Agente · todas las áreas' },
  { email: 'unico@charla.test', role: 'Propietario de un solo chatbot' },
];
