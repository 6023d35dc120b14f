import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../contract/flags.ts';
import { grantsOf } from '../../contract/permission-matrix.ts';
import type { RoleName } from '../../contract/states.ts';
import { flatEntries, holds, navEntries } from './nav-entries.ts';

const place = (role: RoleName, botId = 101, platform: string | null = null, staff = false) => ({
  product: 'Charla',
  inboxPath: '/charla-live-2',
  role,
  grants: grantsOf(role),
  bot: { id: botId, activated: true, platform, flags: flagsOf(botId) },
  staff,
});
const at = (...of: Parameters<typeof place>) => navEntries(place(...of));
const labels = (entries: ReturnType<typeof at>) => entries.map((entry) => entry.label);
const children = (entries: ReturnType<typeof at>, label: string) =>
  entries.find((entry) => entry.label === label)?.children?.map((child) => child.label) ?? [];

describe('the sidebar', () => {
  it('shows the owner the entries of docs/product.md §2, in order', () => {
    expect(labels(at('propietario'))).toEqual([
      'Cuenta',
      'Dashboard',
      'Chatbot',
      'Charla Center',
      'Historial de conversaciones',
      'Clientes',
      'Charla Live',
      'WhatsApp',
      'Agentes',
      'Integraciones',
    ]);
  });
  it('shows what a screen of our own brings at the end of the group that it names, and nowhere else', () => {
    const own = [{ label: 'Recordatorios', to: '/recordatorios', under: 'Cuenta' }];
    const entries = navEntries(place('propietario'), own);
    expect(children(entries, 'Cuenta').at(-1)).toBe('Recordatorios');
    expect(labels(entries)).toEqual(labels(at('propietario')));
    expect(flatEntries(entries).filter(({ item }) => item.label === 'Recordatorios')).toMatchObject([
      { way: 'Cuenta › Recordatorios', item: { to: '/recordatorios' } },
    ]);
  });
  it('shows an agent only the modules of their permissions, plus Cuenta', () => {
    const entries = at('agente');
    expect(labels(entries)).toEqual([
      'Cuenta',
      'Dashboard',
      'Historial de conversaciones',
      'Clientes',
      'Charla Live',
      'WhatsApp',
    ]);
    expect(children(entries, 'Cuenta')).not.toContain('Facturación');
    expect(children(entries, 'WhatsApp')).toEqual(['WhatsApp API']);
    expect(children(entries, 'Cuenta')).toEqual([
      'Mi cuenta',
      'Notificaciones',
      'Tutoriales',
      'Tickets',
      'Soporte',
      'Incidencia',
      'Cerrar sesión',
    ]);
  });
  it('has the submenus of docs/product.md §2, in order', () => {
    const entries = at('propietario', 3309);
    expect(children(entries, 'Cuenta')).toEqual([
      'Mi cuenta',
      'Facturación',
      'Notificaciones',
      'Tutoriales',
      'Tickets',
      'Soporte',
      'Incidencia',
      'Cerrar sesión',
    ]);
    expect(children(entries, 'Chatbot')).toEqual([
      'Editar',
      'Implementar',
      'Crear chatbot',
      'Sincronizar productos',
      'Previsualizar',
      'Eliminar',
    ]);
    expect(children(entries, 'Charla Center')).toEqual([
      'Interacciones',
      'Automatizaciones',
      'Documentos',
      'Clasificación IA',
      'Configuración de IA',
    ]);
    const ways = flatEntries(entries).map(({ way }) => way);
    expect(ways).toContain('Charla Center › Interacciones › Menú Inicial');
    expect(ways).toContain('Cuenta › Incidencia › Seguimiento');
  });
  it('knows where a screen belongs', () => {
    const entries = at('propietario');
    const center = entries.find(({ label }) => label === 'Charla Center')!;
    expect(holds(center, '/menu-inicial')).toBe(true);
    expect(holds(center, '/automatizaciones/error-pago')).toBe(true);
    expect(holds(center, '/agentes')).toBe(false);
    // Its path begins like the dashboard's.
    const placesOf = (path: string) =>
      entries.filter((entry) => holds(entry, path)).map(({ label }) => label);
    expect(placesOf('/dashboard/chatbot/preguntas')).toEqual(['Charla Center']);
    expect(placesOf('/dashboard')).toEqual(['Dashboard']);
  });
  it('hides Facturación from administrators', () => {
    expect(children(at('administrador'), 'Cuenta')).not.toContain('Facturación');
    expect(children(at('propietario'), 'Cuenta')).toContain('Facturación');
  });
  it('shows flagged entries at the bots that have the flag', () => {
    expect(children(at('propietario', 3309), 'Charla Center')).toContain('Clasificación IA');
    expect(children(at('propietario', 101), 'Charla Center')).not.toContain('Clasificación IA');
    expect(children(at('propietario', 7), 'WhatsApp')).toContain('Plantillas programadas');
    expect(children(at('propietario', 101), 'WhatsApp')).not.toContain('Plantillas programadas');
  });
  it('calls a thing new at the bots that have the flag', () => {
    const badge = (bot: number) =>
      flatEntries(at('propietario', bot)).find(({ item }) => item.label === 'Respuestas Rápidas')?.item.badge;
    expect([64, 749, 7].map(badge)).toEqual(['Nuevo', 'Nuevo', undefined]);
  });
  it('hides Integraciones at Shopify bots and Configuración from everybody but staff', () => {
    expect(labels(at('propietario', 101, 'shopify'))).not.toContain('Integraciones');
    expect(labels(at('propietario', 101, null, true))).toContain('Configuración');
  });
});
