/** The calendar of a bot: everything that depends on when people attend reads it. Holds from saving on. */
import * as z from 'zod/mini';
import { botCalendar, CALENDAR_LIMITS, calendarDay, calendarVersion, ownDay } from '../entities/calendar.ts';
import { wholeNumber, wholeNumberParam } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const botParams = z.object({ id: idParam });
const rule = { kind: 'bot', in: 'params', name: 'id', module: 'chatbot' } as const;
/** The calendar's revision that was edited: 409 'conflict' (`editConflict`) when somebody saved another since. */
const seen = wholeNumber;

export const calendarCalls = {
  botCalendar: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{id}/calendar',
    access: { ...rule, orModule: ['live', 'dashboard', 'skill_base', 'menu_inicial'], permission: 'read' },
    params: botParams,
    answer: botCalendar,
  }),
  /**
   * `version` holds from its day on, today or later, and takes the place of one that begins that day. `days`: the own
   * days from today on, in place of those. What is past stays. What is absent stays. 422 with `details.fields`.
   */
  saveCalendar: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{id}/calendar',
    access: { ...rule, permission: 'edit' },
    params: botParams,
    body: z.object({
      revision: seen,
      version: z.optional(z.extend(calendarVersion, { valid_from: calendarDay })),
      days: z.optional(z.array(ownDay).check(z.maxLength(CALENDAR_LIMITS.days))),
    }),
    answer: botCalendar,
  }),
  /** Takes back a version that has not begun yet; 422 for one that has, 404 for none. */
  withdrawCalendar: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/bot/{id}/calendar/{validFrom}',
    access: { ...rule, permission: 'edit' },
    params: z.object({ id: idParam, validFrom: calendarDay }),
    query: z.object({ revision: wholeNumberParam }),
    answer: botCalendar,
  }),
};
