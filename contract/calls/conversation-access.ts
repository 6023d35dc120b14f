/** The rules of calls that name a conversation in their path. */
import * as z from 'zod/mini';
import { textId } from '../primitives.ts';

export const conversationId = z.object({ id: textId });

export const byConversation = (permission: 'read' | 'edit' | 'add' | 'delete') =>
  ({ kind: 'entity', entity: 'conversation', in: 'params', name: 'id', module: 'live', permission }) as const;

/** Read in the inbox and in the history alike; what may be seen of it is judged by sight in both. */
export const toReadConversation = {
  kind: 'entity',
  entity: 'conversation',
  in: 'params',
  name: 'id',
  module: 'live',
  orModule: 'historial_conversaciones',
  permission: 'read',
} as const;
