/** The audit of the demo's shop: who made, filled and rearranged the team. */
import type { Queryable } from '../platform/database/database.ts';
import { PEOPLE, SHOP } from '../platform/demo/cast.ts';
import { dayStarts } from '../platform/demo/day-starts.ts';
import type { Demo, DemoTools } from '../platform/demo/demo.ts';
import { insertRows } from '../platform/demo/insert-rows.ts';
import { chance } from '../platform/demo/random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Change = [column: string, before: string | null, after: string | null];
type AuditSeed = [
  daysAgo: number,
  who: keyof typeof PEOPLE,
  type: string,
  id: string,
  action: 'create' | 'update' | 'delete',
  changes: Change[],
];
const ana = PEOPLE.ana.email;
const bruno = PEOPLE.bruno.email;
const carla = PEOPLE.carla.email;
/** The life of a team: made, filled, rearranged. */
const AUDITS: readonly AuditSeed[] = [
  [
    59,
    'propietaria',
    'bot',
    '64',
    'create',
    [
      ['bot_name', null, 'Tienda Andes'],
      ['skill_base_template', null, 'ecommerce'],
    ],
  ],
  [
    59,
    'propietaria',
    'subscription',
    '1',
    'create',
    [
      ['plan', null, 'prueba'],
      ['status', null, 'trialing'],
    ],
  ],
  [
    58,
    'propietaria',
    'user_bot',
    '7',
    'create',
    [
      ['user', null, PEOPLE.admin.email],
      ['role', null, 'administrador'],
    ],
  ],
  [
    57,
    'propietaria',
    'user_bot',
    '9',
    'create',
    [
      ['user', null, ana],
      ['role', null, 'agente'],
      ['category', null, 'general'],
    ],
  ],
  [
    57,
    'propietaria',
    'user_bot',
    '11',
    'create',
    [
      ['user', null, bruno],
      ['role', null, 'agente'],
      ['category', null, 'general'],
    ],
  ],
  [52, 'propietaria', 'bot', '64', 'update', [['color', '#1d4ed8', '#0f766e']]],
  [48, 'propietaria', 'user_bot', '9', 'update', [['category', 'general', 'ventas, general']]],
  [48, 'propietaria', 'user_bot', '11', 'update', [['category', 'general', 'soporte, general']]],
  [
    45,
    'propietaria',
    'subscription',
    '1',
    'update',
    [
      ['plan', 'prueba', 'crece'],
      ['status', 'trialing', 'active'],
    ],
  ],
  [
    41,
    'propietaria',
    'user',
    String(PEOPLE.carla.id),
    'create',
    [
      ['name', null, 'Carla Ibáñez'],
      ['email', null, carla],
    ],
  ],
  [
    41,
    'propietaria',
    'user_bot',
    '12',
    'create',
    [
      ['user', null, carla],
      ['role', null, 'agente'],
      ['category', null, 'general'],
    ],
  ],
  [
    36,
    'admin',
    'bot',
    '64',
    'update',
    [['welcome', '¡Hola! ¿En qué te ayudo?', '¡Hola! Te damos la bienvenida a Tienda Andes.']],
  ],
  [
    30,
    'propietaria',
    'role',
    '4',
    'create',
    [
      ['name', null, 'Supervisión de ventas'],
      ['base', null, 'administrador'],
    ],
  ],
  [
    29,
    'propietaria',
    'user_bot',
    '12',
    'update',
    [['category', 'general', 'ventas, facturación, post-venta, soporte, general']],
  ],
  [
    23,
    'propietaria',
    'role',
    '4',
    'update',
    [
      [
        'permissions',
        'dashboard: read; live: read, edit',
        'dashboard: read; crm: read, edit, add, export; live: read, edit, add, shunt-agent',
      ],
    ],
  ],
  [21, 'carla', 'user', String(PEOPLE.carla.id), 'update', [['phone', null, '+56 9 6123 4505']]],
  [
    16,
    'propietaria',
    'role',
    '5',
    'create',
    [
      ['name', null, 'Práctica profesional'],
      ['base', null, 'agente'],
    ],
  ],
  [12, 'admin', 'bot', '64', 'update', [['web', 'http://tiendaandes.cl', 'https://tiendaandes.cl']]],
  [
    9,
    'propietaria',
    'user_bot',
    '13',
    'create',
    [
      ['user', null, 'practica@tiendaandes.cl'],
      ['role', null, 'Práctica profesional'],
    ],
  ],
  [
    4,
    'propietaria',
    'user_bot',
    '13',
    'delete',
    [
      ['user', 'practica@tiendaandes.cl', null],
      ['role', 'Práctica profesional', null],
    ],
  ],
  [2, 'bruno', 'user', String(PEOPLE.bruno.id), 'update', [['password', '(oculta)', '(oculta, nueva)']]],
  [1, 'propietaria', 'user_bot', '9', 'update', [['automatic_assignments', 'false', 'true']]],
];

export const auditDemo: Demo = {
  async fill(tx, tools) {
    await insertAudits(tx, tools);
    return undefined;
  },
};

/** Writes the shop's audit of sixty days. */
async function insertAudits(db: Queryable, { now, ids }: DemoTools): Promise<void> {
  const luck = chance(72);
  const [today = now] = dayStarts(now, 0);
  const rows = AUDITS.map(([daysAgo, who, type, id, action, changes]) => ({
    id: ids(),
    auditable_type: type,
    auditable_id: id,
    bot_id: SHOP,
    action,
    user_id: PEOPLE[who].id,
    user_name: PEOPLE[who].name,
    user_email: PEOPLE[who].email,
    changes: changes.map(([column_name, old_value, new_value]) => ({ column_name, old_value, new_value })),
    at: new Date(today.getTime() - daysAgo * DAY + luck.between(9 * 60, 18 * 60) * MINUTE).toISOString(),
  }));
  await insertRows(db, 'audits', AUDIT_TYPES, rows);
}

const AUDIT_TYPES = {
  id: 'text',
  auditable_type: 'text',
  auditable_id: 'text',
  bot_id: 'integer',
  action: 'text',
  user_id: 'integer',
  user_name: 'text',
  user_email: 'text',
  changes: 'jsonb',
  at: 'timestamptz',
};
