/** The signed-in person's status at the shown bot, as the server has it. */
import type { AgentStatus } from '../../contract/states.ts';
import { useColleagues } from '../hub/hooks.ts';

export function useOwnStatus(botId: number, userId: number): AgentStatus | null {
  return useColleagues(botId)?.find((entry) => entry.id === userId)?.status ?? null;
}
