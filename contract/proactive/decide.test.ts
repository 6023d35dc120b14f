import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ProactiveRule } from '../entities/proactive.ts';
import { PROACTIVE_LIMITS } from '../proactive-limits.ts';
import { decideProactive, hostOf, type ProactiveTold, proactiveMiss } from './decide.ts';

const DAY = 24 * 60 * 60_000;
const rule = (part: Partial<ProactiveRule> = {}): ProactiveRule => ({
  id: 'a',
  name: 'A',
  enabled: true,
  paths: [],
  hosts: [],
  seconds: 10,
  visit: 1,
  hours: 'any',
  every: 7,
  text: 'Hola',
  ...part,
});
const NOW = Date.UTC(2026, 10, 28);
const view = { page: 'https://tienda.cl/', visit: 1, open: true, now: NOW, told: [] as ProactiveTold[] };
const at = (page: string, part: Partial<ProactiveRule>) =>
  proactiveMiss(rule(part), { ...view, page }) === null;

const PATHS = [
  ['contains', '/carro', 'https://tienda.cl/es/CARRO/pago?x=1', true],
  ['contains', '/carro', 'https://tienda.cl/?de=/carro', false],
  ['is', '/carro', 'https://tienda.cl/carro/', true],
  ['is', '/carro/', 'https://tienda.cl/carro#pago', true],
  ['is', '/carro', 'https://tienda.cl/carro/pago', false],
  ['is', '/', 'https://tienda.cl', true],
  ['is', '/', 'https://tienda.cl/carro', false],
  ['starts', '/producto/', 'https://tienda.cl/producto/te', true],
  ['starts', '/producto', 'https://tienda.cl/los/producto', false],
  ['contains', '/niñas', 'https://tienda.cl/ni%C3%B1as/1', true],
  ['is', '/100%', 'https://tienda.cl/100%', true],
  ['is', '/carro', 'https://tienda.cl/#/carro', true],
  ['contains', '/carro', 'no es una dirección', false],
] as const;
const HOSTS = [
  ['tienda.cl', 'https://www.tienda.cl/', true],
  ['tienda.cl', 'https://otratienda.cl/', false],
  ['tienda.cl', 'https://tienda.cl.ajena.example/', false],
  ['localhost:3000', 'http://localhost:3000/x', true],
  ['localhost', 'http://localhost:3000/x', true],
] as const;

describe('a rule is for the pages that it names', () => {
  test.each(PATHS)('WID-20 %s %s at %s: %s', (how, path, page, is) => {
    expect(at(page, { paths: [{ how, path }] })).toBe(is);
  });
  test.each(HOSTS)('WID-20 site %s at %s: %s', (host, page, is) => {
    expect(at(page, { hosts: [host] })).toBe(is);
  });
  it('WID-20 takes any of several paths, on any of several sites', () => {
    const both = {
      hosts: ['a.cl', 'b.cl'],
      paths: [{ how: 'is', path: '/x' } as const, { how: 'is', path: '/y' } as const],
    };
    expect(at('https://b.cl/y', both)).toBe(true);
    expect(at('https://b.cl/z', both)).toBe(false);
    expect(at('https://c.cl/y', both)).toBe(false);
  });
  it('WID-20 reads a site as people type it', () => {
    expect(hostOf(' HTTPS://www.Tienda.cl/carro?x ')).toBe('tienda.cl');
  });
});

describe('the first rule that fits decides', () => {
  it('WID-21 passes over those for other pages, visits and hours', () => {
    const rules = [
      rule({ id: 'page', paths: [{ how: 'contains', path: '/otra' }] }),
      rule({ id: 'visit', visit: 2 }),
      rule({ id: 'hours', hours: 'open' }),
      rule({ id: 'late', seconds: 300 }),
      rule({ id: 'soon', seconds: 1 }),
    ];
    expect(decideProactive(rules, { ...view, open: false })?.id).toBe('late');
    expect(decideProactive(rules, view)?.id).toBe('hours');
    expect(decideProactive(rules, { ...view, visit: 2 })?.id).toBe('visit');
    expect(decideProactive([], view)).toBeNull();
  });
});

describe('seldom', () => {
  it('WID-22 comes never again once it was closed or opened, and not before its days', () => {
    const told = (before: number, over: boolean) => ({
      ...view,
      told: [{ id: 'a', at: NOW - before, over }],
    });
    expect(proactiveMiss(rule(), told(300 * DAY, true))).toBe('over');
    expect(proactiveMiss(rule(), told(7 * DAY - 1, false))).toBe('every');
    expect(proactiveMiss(rule(), told(7 * DAY, false))).toBeNull();
    expect(proactiveMiss(rule({ id: 'b' }), told(PROACTIVE_LIMITS.gap - 1, true))).toBe('gap');
    expect(proactiveMiss(rule({ id: 'b' }), told(PROACTIVE_LIMITS.gap, true))).toBeNull();
  });

  it('WID-22 holds over any walk through any rules: days of a rule, the while between two, what is over', () => {
    const anyRule = fc.record({
      every: fc.integer({ min: 1, max: 5 }),
      visit: fc.integer({ min: 1, max: 3 }),
    });
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 3 * DAY }),
      visit: fc.integer({ min: 1, max: 4 }),
      closes: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 5 }), fc.array(step, { maxLength: 40 }), (given, steps) => {
        const rules = given.map((part, place) => rule({ id: `r${place}`, ...part }));
        let now = NOW;
        let told: ProactiveTold[] = [];
        const shows: { id: string; at: number; closed: boolean }[] = [];
        for (const { wait, visit, closes } of steps) {
          now += wait;
          const found = decideProactive(rules, { ...view, visit, now, told });
          // Whatever stands before it in the order did not fit.
          const place = found ? rules.indexOf(found) : rules.length;
          for (const one of rules.slice(0, place))
            expect(proactiveMiss(one, { ...view, visit, now, told })).not.toBeNull();
          if (!found) continue;
          shows.push({ id: found.id, at: now, closed: closes });
          told = [...told.filter(({ id }) => id !== found.id), { id: found.id, at: now, over: closes }];
        }
        for (const [place, show] of shows.entries()) {
          const next = shows[place + 1];
          if (next) expect(next.at - show.at).toBeGreaterThanOrEqual(PROACTIVE_LIMITS.gap);
          const again = shows.slice(place + 1).find(({ id }) => id === show.id);
          if (!again) continue;
          expect(show.closed).toBe(false);
          const { every } = rules.find(({ id }) => id === show.id) as ProactiveRule;
          expect(again.at - show.at).toBeGreaterThanOrEqual(every * DAY);
        }
      }),
    );
  });
});
