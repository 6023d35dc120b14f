import { LIMITS } from '../../contract/limits.ts';
import { figure } from './money.ts';

/** How many conversations a list has, in words. @param atLeast nobody counted, or looked, any further */
export function conversationsTotal(total: number, atLeast: boolean): string {
  if (atLeast && total === 0)
    return `Nada entre las ${figure(LIMITS.searchedOneByOne)} más recientes. Escribe tres letras seguidas o más.`;
  if (total === 1 && !atLeast) return '1 conversación';
  return `${figure(total)} ${atLeast ? 'o más ' : ''}conversaciones`;
}
