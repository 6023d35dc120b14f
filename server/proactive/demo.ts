/** The demo café's messages: one for who hesitates, and one that is switched off. */
import type { ProactiveRule } from '../../contract/entities/proactive.ts';
import { json, sql } from '../platform/database/database.ts';
import { CAFE, PEOPLE } from '../platform/demo/cast.ts';
import type { Demo } from '../platform/demo/demo.ts';

const RULES: ProactiveRule[] = [
  {
    id: 'demo-suscripcion',
    name: 'Dudas con la suscripción',
    enabled: true,
    paths: [{ how: 'contains', path: '/suscripcion' }],
    hosts: [],
    seconds: 30,
    visit: 1,
    hours: 'open',
    every: 30,
    text: '¿Dudas con la suscripción? Te ayudamos a elegir el grano y la molienda.',
  },
  {
    id: 'demo-vuelve',
    name: 'Quien vuelve',
    enabled: false,
    paths: [],
    hosts: [],
    seconds: 60,
    visit: 3,
    hours: 'any',
    every: 60,
    text: '¡Qué bueno verte de nuevo! ¿Buscas algo en especial?',
  },
];

export const proactiveDemo: Demo = {
  async fill(tx) {
    await tx.query(sql`
      insert into proactive_rules (bot_id, revision, "on", rules, updated_by_name)
      values (${CAFE}, 1, true, ${json(RULES)}, ${PEOPLE.propietaria.name})`);
    return undefined;
  },
};
