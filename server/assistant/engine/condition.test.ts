import { describe, expect, it } from 'vitest';
import { ConditionFault, type Facts, readCondition } from './condition.ts';
import { EntityFinder } from './entities.ts';
import { readPattern } from './pattern.ts';

const facts: Facts = {
  text: 'Quiero la talla M, mi correo es ana@x.cl',
  intent: 'tallas',
  confidence: 0.8,
  entities: new Map([['talla', ['M', 'L']]]),
  vars: {
    edad: 17,
    nombre: 'Ana',
    socio: true,
    abierto: false,
    canal: 'web',
    monto: '12,5',
    gasto: '$ 1.500',
  },
};

describe('conditions', () => {
  it.each([
    ['#tallas', true],
    ['#precios', false],
    ['@talla', true],
    ['@talla:M', true],
    ['@talla:(extra grande)', false],
    ['@color', false],
    ['$nombre', true],
    ['$nadie', false],
    ['$nombre:ana', true],
    ['$nombre == "Ana"', true],
    ['$edad >= 18', false],
    ['$edad < 18 && $socio', true],
    ['$monto > 12', true],
    ['$gasto > 1000', true],
    ['$gasto == 1500', true],
    ['$nombre > 3', false],
    ['!$abierto', true],
    ['not $abierto and $canal == "web"', true],
    ['$socio == true', true],
    ['#precios || @talla && !@color', true],
    ['(#precios || @talla) && @color', false],
    ['input.text.contains("talla m")', true],
    ['input.text.contains("all")', false],
    ['input.text.matches("\\\\w+@\\\\w+\\\\.cl")', true],
    [String.raw`input.text.matches("\w+@\w+\.cl")`, true],
    [String.raw`input.text.matches("^\d+$")`, false],
    ['intents[0].confidence > 0.6', true],
    ['true', true],
    ['false || false', false],
  ])('%s is %s', (text, held) => {
    expect(readCondition(text)(facts)).toBe(held);
  });

  it.each([
    '',
    '  ',
    '#',
    '@talla &&',
    '(#a',
    '#a)',
    '$x ==',
    '$x == #y',
    'T(java.lang.Runtime)',
    '<? x ?>',
    '#a #b',
    'input.text.matches("(?=x)")',
    `${'('.repeat(60)}#a${')'.repeat(60)}`,
  ])('refuses %s with a sentence', (text) => {
    expect(() => readCondition(text)).toThrow(ConditionFault);
  });

  it('reaches nothing through the names of Object', () => {
    expect(readCondition('$constructor || $__proto__ || @toString')(facts)).toBe(false);
  });
});

describe('patterns', () => {
  it('take linear time where a backtracking engine never ends', () => {
    const text = `${'a'.repeat(900)}!`;
    for (const evil of ['(a+)+$', '(a|aa)+$', '(.*a){20}$']) {
      expect(readPattern(evil)?.matcher(text).find(), evil).toBe(false);
    }
  });

  it.each(['(a', '(?=a)', '(a)\\1', '', 'a'.repeat(500), '((a{100}){100}){100}'])('refuse %s', (text) => {
    expect(readPattern(text)).toBeNull();
  });
});

describe('entities', () => {
  const synonyms = (value: string, ...words: string[]) => ({
    value,
    type: 'synonyms' as const,
    synonyms: words,
    patterns: [],
  });
  const finder = new EntityFinder([
    { name: 'talla', values: [synonyms('M', 'mediana'), synonyms('42'), synonyms('44')] },
    { name: 'ciudad', values: [synonyms('Concepción', 'conce'), synonyms('Viña del Mar')] },
    {
      name: 'pedido',
      values: [{ value: 'pedido', type: 'patterns', synonyms: [], patterns: ['and-\\d{5}'] }],
    },
  ]);
  const values = (text: string) => finder.find(text).map(({ entity, value }) => `${entity}:${value}`);

  it('finds synonyms without accents, with slips, and of several words', () => {
    expect(values('soy de concepcion')).toEqual(['ciudad:Concepción']);
    expect(values('despachan a consepción o a vina del mar?')).toEqual([
      'ciudad:Concepción',
      'ciudad:Viña del Mar',
    ]);
    expect(values('la medianna')).toEqual(['talla:M']);
  });

  it('takes a number as that number', () => {
    expect(values('tienen la 42?')).toContain('talla:42');
    expect(values('tienen la 43?')).toEqual(['sys-number:43']);
  });

  it('finds patterns and what every bot knows', () => {
    expect(values('es el AND-12345')).toContain('pedido:pedido');
    expect(values('mi correo es ana.perez@tienda.cl')).toContain('sys-email:ana.perez@tienda.cl');
    expect(values('rut 12.345.678-k')).toContain('sys-rut:12.345.678-k');
  });

  it('bounds what one message can hold', () => {
    expect(finder.find('1 '.repeat(500)).length).toBeLessThanOrEqual(30);
  });
});
