/** What screens ask of a bot's people besides who they are: planned absences and skills. */
import { useQuery } from '@tanstack/react-query';
import { absenceCalls } from '../../../contract/calls/absences.ts';
import { skillCalls } from '../../../contract/calls/skills.ts';
import { call } from '../../api/call.ts';

/** The topics `absences` and `skills` make these old by themselves. */
export const absencesKey = (botId: number) => ['absences', botId] as const;
export const skillsKey = (botId: number) => ['skills', botId] as const;

/** Everybody's that have not ended, the earliest first. */
export const useAbsences = (botId: number) =>
  useQuery({
    queryKey: absencesKey(botId),
    queryFn: ({ signal }) => call(absenceCalls.absences, { params: { botId }, signal }),
  });

/** The skills of the bot, by name, and who has which. */
export const useSkills = (botId: number) =>
  useQuery({
    queryKey: skillsKey(botId),
    queryFn: ({ signal }) => call(skillCalls.skills, { params: { botId }, signal }),
  });
