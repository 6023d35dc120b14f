/** What people call a client's data: columns, filters, imports and files say the same. */
export const LEAD_WORDS = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  rut: 'RUT',
  city: 'Ciudad',
  tags: 'Etiquetas',
  areas: 'Áreas',
  notes: 'Notas',
  marketing: 'Acepta publicidad',
  service: 'Acepta avisos de servicio',
  blocked: 'Bloqueado',
  conversations: 'Conversaciones',
  last_activity: 'Última actividad',
} as const;
