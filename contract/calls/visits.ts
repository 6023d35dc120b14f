/** Where a conversation's customer is on the site. */
import * as z from 'zod/mini';
import { visit } from '../entities/visit.ts';
import { textId } from '../primitives.ts';
import { defineCall } from './call.ts';

export const visitCalls = {
  /** Null: nothing was said of it, or the bot's owner switched it off. */
  visit: defineCall({
    service: 'conversations',
    method: 'GET',
    path: '/visits/by_conversation_id/{id}',
    access: {
      kind: 'entity',
      entity: 'conversation',
      in: 'params',
      name: 'id',
      module: 'live',
      orModule: 'historial_conversaciones',
      permission: 'read',
    },
    params: z.object({ id: textId }),
    answer: z.object({ visit: z.nullable(visit) }),
  }),
};
