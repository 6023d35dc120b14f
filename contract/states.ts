/** The closed vocabularies of the wire (docs/product.md §3, §4; docs/protocol.md 'Conversations'). */
import * as z from 'zod/mini';
import { CONVERSATION_STATES, MESSAGE_STATUSES } from './state-names.ts';

export { CONVERSATION_STATES, MESSAGE_STATUSES };

export const conversationState = z.enum(CONVERSATION_STATES);
export type ConversationState = z.infer<typeof conversationState>;

export const CHANNELS = ['web', 'whatsapp', 'instagram', 'messenger'] as const;
export const channel = z.enum(CHANNELS);
export type Channel = z.infer<typeof channel>;

export const messageStatus = z.enum(MESSAGE_STATUSES);
export type MessageStatus = z.infer<typeof messageStatus>;

export const AGENT_STATUSES = ['active', 'absent', 'inactive', 'close_session'] as const;
export const agentStatus = z.enum(AGENT_STATUSES);
export type AgentStatus = z.infer<typeof agentStatus>;

/** Areas of docs/product.md §9, in the order in which they are offered. */
export const AREAS = ['ventas', 'facturación', 'post-venta', 'soporte', 'general'] as const;
export const area = z.enum(AREAS);
export type Area = z.infer<typeof area>;

/** How soon a conversation is to be seen to, as somebody marked it; least first. */
export const CONVERSATION_PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
export const conversationPriority = z.enum(CONVERSATION_PRIORITIES);
export type ConversationPriority = z.infer<typeof conversationPriority>;

export const TEMPLATES = ['ecommerce', 'generica'] as const;
export const templateName = z.enum(TEMPLATES);
export type TemplateName = z.infer<typeof templateName>;

/** The roles whose reach is built in; a custom role has one of the last two as its `base`. */
export const ROLES = ['propietario', 'administrador', 'agente'] as const;
export const roleName = z.enum(ROLES);
export type RoleName = z.infer<typeof roleName>;

/** What decides sight: owners see as administrators do (docs/protocol.md 'Sight'). */
export const sightBase = z.enum(['administrador', 'agente']);
export type SightBase = z.infer<typeof sightBase>;
