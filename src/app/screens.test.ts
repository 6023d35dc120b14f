import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { grantsOf } from '../../contract/permission-matrix.ts';
import type { RoleName } from '../../contract/states.ts';
import type { Screens } from '../frame/screen.ts';
import { seesScreen } from '../frame/screen-access.ts';
import { PARTS } from './screen-parts.ts';
import { BUILT, COMING } from './screens.ts';

/** docs/product.md §2, without the inbox's names (they carry the product's) and those that the router writes out. */
const ROUTES = `/guide/{id} /clients-v2 /products
  /clients/detail-lead/{id} /role/new /role/edit/{id} /role/list /pago-exitoso/{id} /agente/edit/{id} /agente/nuevo
  /agentes /profile /chatbot-center/skill-base/{id} /chatbot-center/prompt-manager /chatbot-center/terminar
  /dashboard/chatbot/preguntas /chatbot/new /chatbot/edit /chatbot/configuracion /chatbot/configuracion/menu
  /menu-inicial /historial-conversaciones /historial-conversaciones-2 /historial-estado-agentes /facturacion /soporte
  /notificaciones /tutoriales /test-view /test2 /widgetWhatsapp /whatsapp-business /whatsapp-estadisticas
  /integraciones /report-incident /follow-incident /automatizaciones /automatizaciones/carro-abandonado
  /automatizaciones/error-pago /automatizaciones/seguimiento-pedidos /preview /documento-conocimiento
  /documento-conocimiento/detail/{id} /clasificacion-ia /tickets /metrics /settings /respuestas-rapidas
  /plantillas-programadas /checkout /conversations`.split(/\s+/);

const spelled = (path: string): string => path.replaceAll(/\$(\w+)/g, '{$1}');

it('has every route of the specification, once', () => {
  const paths = [...BUILT, ...COMING].map(({ path }) => spelled(path));
  expect(paths.filter((path) => ROUTES.includes(path)).toSorted()).toEqual(ROUTES.toSorted());
  // A domain of our own says on the map where its screens are.
  const map = readFileSync(new URL('../../docs/map.md', import.meta.url), 'utf8');
  const beside = paths.filter((path) => !ROUTES.includes(path));
  expect(beside.filter((path) => !map.includes(`\`${path}\``))).toEqual([]);
  expect(new Set(beside).size).toBe(beside.length);
});

it('finds each part that a screen names, by a name that no other has', async () => {
  const features = import.meta.glob<Record<string, unknown>>('../features/*/parts.ts');
  const parts = await Promise.all(Object.values(features).map((load) => load()));
  const names = parts.flatMap((part) => Object.keys(part));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  expect(Object.keys(PARTS).toSorted()).toEqual(names.toSorted());
  const screens = import.meta.glob<Record<string, Screens>>('../features/*/screens.ts', { eager: true });
  const named = Object.values(screens)
    .flatMap((feature) => Object.values(feature).flat())
    .flatMap((screen) => ('part' in screen ? [screen.part] : []));
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name) => !named.includes(name as never))).toEqual([]);
});

it('lists in docs/screens.md what is only announced', () => {
  const doc = readFileSync(new URL('../../docs/screens.md', import.meta.url), 'utf8');
  const listed = [...doc.matchAll(/^- `([^`]+)`: (.+)$/gm)].map(([, path, title]) => `${path} ${title}`);
  expect(listed).toEqual(COMING.map(({ path, title }) => `${spelled(path)} ${title}`));
});

it('opens screens by read, never to agents where the spec says so, and internal ones to staff alone', () => {
  const as = (base: RoleName, staff = false, flagged = false, platform: string | null = null) =>
    ({
      user: { staff },
      place: {
        bot: { flags: { ai_classification: flagged }, platform },
        link: { role: { base, permissions: grantsOf(base) } },
      },
    }) as unknown as Parameters<typeof seesScreen>[1];
  expect(seesScreen({ module: 'agentes' }, as('administrador'))).toBe(true);
  expect(seesScreen({ module: 'agentes' }, as('agente'))).toBe(false);
  expect(seesScreen({ module: 'crm', notForAgents: true }, as('agente'))).toBe(false);
  expect(seesScreen({ notAtShopify: true }, as('propietario'))).toBe(true);
  expect(seesScreen({ notAtShopify: true }, as('propietario', false, false, 'shopify'))).toBe(false);
  expect(seesScreen({ staff: true }, as('propietario'))).toBe(false);
  expect(seesScreen({ staff: true }, as('agente', true))).toBe(true);
  expect(seesScreen({}, as('agente'))).toBe(true);
  expect(seesScreen({ flag: 'ai_classification' }, as('propietario'))).toBe(false);
  expect(seesScreen({ flag: 'ai_classification' }, as('propietario', false, true))).toBe(true);
});
