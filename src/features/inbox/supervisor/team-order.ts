/** Who works at the bot and what each has; people who left but still have something stay in sight. Pure. */
import type { Colleague } from '../../../../contract/entities/user.ts';
import type { AgentStatus } from '../../../../contract/states.ts';
import type { SupervisionView } from '../../../../workers/hub/surface/views.ts';

export interface Member {
  id: number;
  name: string;
  image: string | null;
  role: Colleague['role'] | null;
  areas: readonly string[];
  /** What others see: a chosen 'active' without a live connection is not there. Null: no longer at the bot. */
  status: AgentStatus | null;
  since: string | null;
  taken: number;
  inactive: number;
}

const RANK: Record<AgentStatus, number> = { active: 0, absent: 1, inactive: 2, close_session: 3 };

/** Connected ones first, the busiest first; owners and administrators only when they have something. */
export function members(colleagues: readonly Colleague[], load: SupervisionView['load']): Member[] {
  const loads = new Map(load.map(({ agent_id, taken, inactive }) => [agent_id, { taken, inactive }]));
  const here = colleagues.flatMap((one): Member[] => {
    const has = loads.get(one.id) ?? { taken: 0, inactive: 0 };
    loads.delete(one.id);
    if (one.role !== 'agente' && has.taken + has.inactive === 0) return [];
    const status = one.status === 'active' && !one.connected ? 'inactive' : one.status;
    return [
      {
        id: one.id,
        name: one.name,
        image: one.image,
        role: one.role,
        areas: one.category,
        status,
        since: one.since,
        ...has,
      },
    ];
  });
  const gone = [...loads]
    .filter(([, { taken, inactive }]) => taken + inactive > 0)
    .map(
      ([id, has]): Member => ({
        id,
        name: 'Ya no está en el chatbot',
        image: null,
        role: null,
        areas: [],
        status: null,
        since: null,
        ...has,
      }),
    );
  const rank = ({ status }: Member) => (status === null ? 4 : RANK[status]);
  return [...here, ...gone].sort(
    (a, b) => rank(a) - rank(b) || b.taken - a.taken || a.name.localeCompare(b.name, 'es') || a.id - b.id,
  );
}
