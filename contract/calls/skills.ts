/** A bot's skills, and who has which (docs/decisions/0067-people.md). They are given in `updateRelation`. */
import * as z from 'zod/mini';
import { skill, skillIds } from '../entities/skill.ts';
import { SKILL_LIMITS } from '../people-limits.ts';
import { numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const manage = { kind: 'bot', in: 'params', name: 'botId', module: 'agentes', permission: 'edit' } as const;
const bot = z.object({ botId: idParam });
const oneOfBot = z.object({ botId: idParam, skillId: idParam });
const named = z.object({ name: shortText(SKILL_LIMITS.name) });

export const skillCalls = {
  /** By name; `given` names those who have some. */
  skills: defineCall({
    service: 'main',
    method: 'GET',
    path: '/skills/{botId}',
    access: {
      kind: 'bot',
      in: 'params',
      name: 'botId',
      module: 'live',
      orModule: ['agentes', 'edit_agent'],
      permission: 'read',
    },
    params: bot,
    answer: z.object({
      skills: z.array(skill),
      given: z.array(z.object({ user_id: numericId, skill_ids: skillIds })),
    }),
  }),
  /** 409 for a name that is taken, whatever its capitals; 422 for a blank one and beyond `SKILL_LIMITS.ofBot`. */
  addSkill: defineCall({
    service: 'main',
    method: 'POST',
    path: '/skills/{botId}',
    access: manage,
    params: bot,
    body: named,
    answer: skill,
  }),
  /** Whoever has it has it under its new name. As `addSkill`; 404 for another bot's. */
  renameSkill: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/skills/{botId}/{skillId}',
    access: manage,
    params: oneOfBot,
    body: named,
    answer: skill,
  }),
  /** Nobody has it any more. */
  deleteSkill: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/skills/{botId}/{skillId}',
    access: manage,
    params: oneOfBot,
    answer: z.object({ ok: z.literal(true) }),
  }),
};
