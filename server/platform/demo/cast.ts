/** The people and bots of the demo, by which the domains' parts refer to each other (docs/protocol.md 'The demo data'). */
import type { Area, RoleName, TemplateName } from '../../../contract/states.ts';

/** The shop that carries history. */
export const SHOP = 64;
/** The bot whose owner wrote everything themselves. */
export const CAFE = 101;

export const DEMO_PASSWORD = 'charla-demo';

export interface DemoPerson {
  id: number;
  name: string;
  email: string;
  phone: string | null;
}
export const PEOPLE = {
  propietaria: { id: 1, name: 'Paz Aránguiz', email: 'propietaria@charla.test', phone: '+56 9 6123 4501' },
  admin: { id: 2, name: 'Andrés Bello', email: 'admin@charla.test', phone: '+56 9 6123 4502' },
  ana: { id: 3, name: 'Ana Riquelme', email: 'ana@charla.test', phone: '+56 9 6123 4503' },
  bruno: { id: 4, name: 'Bruno Cárcamo', email: 'bruno@charla.test', phone: '+56 9 6123 4504' },
  carla: { id: 5, name: 'Carla Ibáñez', email: 'carla@charla.test', phone: '+56 9 6123 4505' },
  unico: { id: 6, name: 'Úrsula Nicolao', email: 'unico@charla.test', phone: null },
} as const satisfies Record<string, DemoPerson>;

export interface DemoBot {
  id: number;
  name: string;
  template: TemplateName;
  web: string | null;
  color: string;
  activated: boolean;
  autoAssign: boolean;
  /** Live version 3: /agentes asks `agent_activities/agent_details` for its figures (docs/product.md §7). */
  live3: boolean;
  /** The last eight characters make each bot's public token easy to tell apart in a log. */
  token: string;
}
export const BOTS: readonly DemoBot[] = [
  bot(64, 'Tienda Andes', 'ecommerce', '#0f766e'),
  bot(7, 'Outlet Andes', 'ecommerce', '#9a3412'),
  bot(101, 'Café Lastarria', 'generica', '#6b3f1d'),
  { ...bot(3126, 'Óptica Ñuñoa', 'generica', '#1d4ed8'), autoAssign: true, live3: true },
  bot(3309, 'Inmobiliaria Pacífico', 'generica', '#334155'),
  { ...bot(102, 'Campaña Navidad 2025', 'ecommerce', '#b91c1c'), activated: false },
  bot(201, 'Panadería San Camilo', 'generica', '#92400e'),
];

function bot(id: number, name: string, template: TemplateName, color: string): DemoBot {
  return {
    id,
    name,
    template,
    web: null,
    color,
    activated: true,
    autoAssign: false,
    live3: false,
    token: `demo-bot-token-${id}`,
  };
}

export interface DemoLink {
  person: keyof typeof PEOPLE;
  bot: number;
  role: RoleName;
  areas: readonly Area[];
}
const every: readonly Area[] = ['ventas', 'facturación', 'post-venta', 'soporte', 'general'];
export const LINKS: readonly DemoLink[] = [
  ...[64, 7, 101, 3126, 3309, 102].map(
    (id): DemoLink => ({ person: 'propietaria', bot: id, role: 'propietario', areas: [] }),
  ),
  ...[64, 7].map((id): DemoLink => ({ person: 'admin', bot: id, role: 'administrador', areas: [] })),
  { person: 'ana', bot: 64, role: 'agente', areas: ['ventas', 'general'] },
  { person: 'ana', bot: 3126, role: 'agente', areas: ['ventas', 'general'] },
  { person: 'bruno', bot: 64, role: 'agente', areas: ['soporte', 'general'] },
  { person: 'carla', bot: 64, role: 'agente', areas: every },
  { person: 'unico', bot: 201, role: 'propietario', areas: [] },
];
