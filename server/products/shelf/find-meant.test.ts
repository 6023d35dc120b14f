/** Which products a message means: words, slips, sizes, prices, what it goes on from. */
import { expect, it } from 'vitest';
import { IndexBuilder, type Indexed } from './build-index.ts';
import { findMeant } from './find-meant.ts';
import { priceWish } from './price-wish.ts';
import { ProductIndex } from './product-index.ts';

const size = (name: string, available = true) => ({ title: `Talla ${name}`, available });
const SHOP: Indexed[] = [
  {
    title: 'Polar Aysén Mujer Azul',
    price: 27_990,
    available: true,
    variants: [size('S'), size('M'), size('L', false)],
  },
  {
    title: 'Polar Aysén Hombre Negro',
    price: 29_990,
    available: true,
    variants: [size('M', false), size('L')],
  },
  { title: 'Pijama Polar Azul', price: 19_990, available: true, variants: [size('M')] },
  { title: 'Polera Merino Azul', price: 14_990, available: true, variants: [size('M')] },
  { title: 'Zapatillas Trekking Hombre', price: 79_990, available: true, variants: [size('42'), size('43')] },
  { title: 'Manguera Jardín 5 m', price: 9_990, available: true, variants: [] },
  { title: 'Manguera Jardín 15 m', price: 15_990, available: false, variants: [] },
];
const ids = SHOP.map((_, n) => `p${n}`);
function shelf() {
  const builder = new IndexBuilder();
  for (const product of SHOP) builder.add(product);
  const index = new ProductIndex(builder.done());
  return (text: string, before: string | null = null) => findMeant(index, ids, text, before);
}

it.each([
  ['polar azul talla M', 'p0'],
  ['un polarcito azul', 'p0'],
  ['tienen polares negros?', 'p1'],
  ['piyama polar', 'p2'],
  ['poleritas', 'p3'],
  ['sapatillas 42', 'p4'],
  ['manguera de 5 metros', 'p5'],
])('finds %s', (text, id) => {
  expect(shelf()(text)?.ids[0]).toBe(id);
});

it.each(['hacen envíos a Temuco?', 'quiero hablar con alguien', 'hola', 'tienen refrigeradores'])(
  'finds nothing in %s',
  (text) => {
    expect(shelf()(text)).toBeNull();
  },
);

it('goes on from what was looked for: a colour, a size, a price', () => {
  const find = shelf();
  const first = find('polar');
  expect(first?.why.sure).toBe(true);
  const next = find('¿y en negro?', first?.sought ?? null);
  expect(next).toMatchObject({ ids: ['p1'], why: { narrowed: true } });
  expect(find('menos de 28 lucas', 'polar')?.ids).toEqual(['p0']);
  expect(find('hacen envíos?', 'polar')).toBeNull();
});

it('says that nothing costs so little, and shows the nearest', () => {
  expect(shelf()('polar de menos de 10 lucas')).toMatchObject({
    ids: ['p0', 'p1'],
    why: { out_of_price: true },
  });
});

it.each([
  ['entre 10 y 20 lucas', 10_000, 20_000],
  ['menos de 15 mil', null, 15_000],
  ['hasta $9.990', null, 9_990],
  ['más de 50 lucas', 50_000, null],
  ['de 5 a 10 mil', 5_000, 10_000],
  ['por diez lucas', 7_500, 12_500],
  ['pipeta de 10 a 25 kilos', null, null],
  ['cable de 3 metros', null, null],
])('reads a price: %s', (text, min, max) => {
  expect(priceWish(text)).toMatchObject({ min, max });
});
