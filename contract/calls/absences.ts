/** Planned absences: kept by the person themself and by who manages agents (docs/decisions/0067-people.md). */
import * as z from 'zod/mini';
import { absence, absenceReason } from '../entities/absence.ts';
import { wallTime } from '../entities/wall-time.ts';
import { ABSENCE_LIMITS } from '../people-limits.ts';
import { numericId, shortText, temporalId, textId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const atBot = {
  kind: 'bot',
  in: 'params',
  name: 'botId',
  module: 'live',
  orModule: 'agentes',
  permission: 'read',
} as const;
const oneOfBot = z.object({ botId: idParam, id: textId });

/** Both times as the clock of the bot's calendar shows them; what a clock change skips is the next instant that there is. */
const plan = {
  from: wallTime,
  to: wallTime,
  reason: absenceReason,
  note: z._default(shortText(ABSENCE_LIMITS.note), ''),
};

export const absenceCalls = {
  /** Those that have not ended, of everybody at the bot, the earliest first; times by `zone`. */
  absences: defineCall({
    service: 'main',
    method: 'GET',
    path: '/absences/{botId}',
    access: atBot,
    params: z.object({ botId: idParam }),
    answer: z.object({ zone: z.string(), absences: z.array(absence) }),
  }),
  /**
   * Once per author and `temporal_id`. Oneself; somebody else by edit_agent's edit and within one's reach (403). 404 for
   * somebody of another bot; 409 where it meets another one of theirs; 422 with `details.fields` for what is no absence
   * (`absenceFault`), and beyond `ABSENCE_LIMITS.ahead`.
   */
  planAbsence: defineCall({
    service: 'main',
    method: 'POST',
    path: '/absences/{botId}',
    access: atBot,
    params: z.object({ botId: idParam }),
    body: z.object({ user_id: numericId, temporal_id: temporalId, ...plan }),
    answer: absence,
  }),
  /** As `planAbsence`; 409 also where it was changed since `revision`, 422 where it has ended. */
  changeAbsence: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/absences/{botId}/{id}',
    access: atBot,
    params: oneOfBot,
    body: z.object({ revision: wholeNumber, ...plan }),
    answer: absence,
  }),
  /** It is as if it had never been planned; one that has begun ends now. */
  withdrawAbsence: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/absences/{botId}/{id}',
    access: atBot,
    params: oneOfBot,
    answer: z.object({ ok: z.literal(true) }),
  }),
};
