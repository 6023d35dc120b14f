/** The rules of docs/product.md §5 'Create agent' and 'Associate agent', for the form and for the server alike. */
import { LIMITS } from '../limits.ts';
import { normalizeEmail } from './email.ts';
import { PASSWORD_TEXTS } from './password.ts';

export const AGENT_TEXTS = {
  name: 'Nombre del agente requerido',
  email: 'Email del agente requerido',
  bot: 'El agente debe estar vinculado a un bot',
  role: 'El agente debe tener un rol',
  area: 'El agente debe tener un área asignada',
  /** As the spec writes it. */
  planFull: 'lo sentimos, pero a superado la cantidad maxima de agentes del plan de este bot',
  emailTaken: 'El email ya lo esta usando otro agente, puede vincular al agente en el boton asociar agente.',
  otherFailure: 'El correo ya existe',
  otherFailureText: 'Para vincular este correo debes ir a Asociar agente.',
  created: '¡Nuevo usuario creado!',
  creating: 'Estamos creando y vinculando al agente...',
  roleBeyond: 'No puedes dar permisos que tú no tienes.',
  areasBeyond: 'No puedes dar áreas que tú no tienes.',
} as const;

export const ASSOCIATE_TEXTS = {
  email: 'Ingresa el correo',
  emailInvalid: 'Ingresa un correo válido',
  role: 'Selecciona el Rol',
  planFull: 'Lo sentimos, pero a superado la cantidad máxima de agentes del plan',
  failed: 'Ocurrio un error',
  done: 'Agente relacionado correctamente',
  doing: 'Estamos relacionando el agente...',
  /** Said of every address that nobody has proved, with an account or without. */
  invited: 'Le enviamos una invitación por correo',
} as const;

/** An invitation's link works this many days. */
export const INVITATION_DAYS = 7;

/** People who send mails to others have shown that their own address is theirs. */
export const PROVE_FIRST =
  'Confirma primero tu correo: abre el enlace que te enviamos. Hasta entonces no podemos enviar correos en tu nombre.';

export const UNLINK_TEXTS = {
  title: '¿Estás seguro?',
  text: 'No podrás revertir esta acción',
  confirm: 'Desvincular',
  cancel: 'Cancelar',
  done: 'Agente desvinculado',
  doing: 'Desvinculando agente',
} as const;

/** How full the bot's plan is: people who are not owners, and the plan's maximum (null: none). */
export interface Places {
  used: number;
  max: number | null;
}
export const planIsFull = ({ used, max }: Places): boolean => max !== null && used >= max;

/** The create form, as typed. */
export interface AgentForm {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
  bot_id: number | null;
  role_id: number | null;
  category: readonly string[];
}
export type AgentField = keyof AgentForm | 'plan';

/** The first of the ten checks that fails, in the spec's order; null when the form may be sent. */
export function agentFault(form: AgentForm, places: Places): { field: AgentField; message: string } | null {
  const at = (field: AgentField, message: string) => ({ field, message });
  if (form.name.trim() === '') return at('name', AGENT_TEXTS.name);
  if (form.email.trim() === '') return at('email', AGENT_TEXTS.email);
  if (form.password === '') return at('password', PASSWORD_TEXTS.empty);
  if (form.password.length < LIMITS.passwordMin) return at('password', PASSWORD_TEXTS.short);
  if (form.password_confirmation === '') return at('password_confirmation', PASSWORD_TEXTS.confirmationEmpty);
  if (form.password !== form.password_confirmation) return at('password_confirmation', PASSWORD_TEXTS.differ);
  if (form.bot_id === null) return at('bot_id', AGENT_TEXTS.bot);
  if (form.role_id === null) return at('role_id', AGENT_TEXTS.role);
  if (form.category.length === 0) return at('category', AGENT_TEXTS.area);
  if (planIsFull(places)) return at('plan', AGENT_TEXTS.planFull);
  return null;
}

/** The first check of the associate form that fails; null when it may be sent. */
export function associateFault(
  form: { email: string; role_id: number | null },
  places: Places,
): { field: 'email' | 'role_id' | 'plan'; message: string } | null {
  const email = normalizeEmail(form.email);
  if (email === '') return { field: 'email', message: ASSOCIATE_TEXTS.email };
  if (!email.includes('@')) return { field: 'email', message: ASSOCIATE_TEXTS.emailInvalid };
  if (form.role_id === null) return { field: 'role_id', message: ASSOCIATE_TEXTS.role };
  if (planIsFull(places)) return { field: 'plan', message: ASSOCIATE_TEXTS.planFull };
  return null;
}

/** A phone without any of its spaces, as it is sent and kept. */
export const stripPhone = (typed: string): string => typed.replaceAll(/\s/g, '');
