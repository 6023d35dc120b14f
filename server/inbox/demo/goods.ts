import * as z from 'zod/mini';
import goods from './goods.json' with { type: 'json' };

const names = z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.minLength(1));

export const goodsFile = z.strictObject({ towns: names, goods: names, sizes: names, tickets: names });

/** Towns, goods and tickets of a Chilean shop's sample history (goods.json). */
export const { towns: TOWNS, goods: GOODS, sizes: SIZES, tickets: TICKETS } = goodsFile.parse(goods);
