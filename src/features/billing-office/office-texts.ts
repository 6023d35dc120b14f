/** What a plan contains and how often a coupon was used, in words. Pure. */
import type { OfficePlan } from '../../../contract/calls/billing-office.ts';
import { figure } from '../../ui/money.ts';

const CONTENTS = [
  ['agents', 'agente', 'agentes'],
  ['conversations', 'conversación', 'conversaciones'],
  ['documents', 'documento', 'documentos'],
  ['channels', 'canal', 'canales'],
] as const;

/** '2 agentes, 500 conversaciones, 20 documentos, 1 canal'; null: 'sin límite de canales'. */
export const planContents = (plan: Pick<OfficePlan, (typeof CONTENTS)[number][0]>): string =>
  CONTENTS.map(([kind, one, many]) => {
    const most = plan[kind];
    if (most === null) return `sin límite de ${many}`;
    return `${figure(most)} ${most === 1 ? one : many}`;
  }).join(', ');

/** '3 usos', '3 de 50 usos'. @param most null: as often as people like */
export function couponUses(uses: number, most: number | null): string {
  const word = (most ?? uses) === 1 ? 'uso' : 'usos';
  return most === null ? `${figure(uses)} ${word}` : `${figure(uses)} de ${figure(most)} ${word}`;
}
