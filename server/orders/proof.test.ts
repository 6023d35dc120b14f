/** Whoever asks whatever: nothing is said of an order whose buyer is not proved. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShopOrder } from '../../contract/entities/shop-order.ts';
import type { OrderAtShop, ShopsSay } from './desk.ts';
import { findingWords, ORDER_FAILED } from './finding-words.ts';
import { lookUp } from './look-up.ts';

const PHONES = ['+56911111111', '+56922222222', '+56933333333'];
const EMAILS = ['ana@correo.cl', 'Beto@Correo.cl', 'caro@correo.cl'];
const NUMBERS = ['1001', '#1002', 'ABCDEFGHI', '000000007'];

const orNull = <T>(all: readonly T[]) => fc.option(fc.constantFrom(...all), { nil: null });

/** What is told of an order names it by a mark of its own. */
const orders = fc
  .array(fc.record({ phone: orNull(PHONES), email: orNull(EMAILS), number: fc.constantFrom(...NUMBERS) }), {
    maxLength: 8,
  })
  .map((all) =>
    all.map(({ phone, email, number }, at): OrderAtShop => {
      const mark = `marca${at}x`;
      const order: ShopOrder = {
        provider: 'shopify',
        external_id: mark,
        number,
        state: 'shipped',
        payment: 'paid',
        state_said: mark,
        total: 1_000,
        currency: 'CLP',
        created_at: '2026-11-20T12:00:00.000Z',
        updated_at: null,
        phone,
        email: email?.toLowerCase() ?? null,
        customer_id: mark,
        name: mark,
        lines: [{ title: mark, variant: mark, quantity: 1, price: 1_000 }],
        parcels: [
          {
            id: mark,
            state: 'in_transit',
            carrier: mark,
            tracking_number: mark,
            tracking_url: `https://seguimiento.cl/${mark}`,
            shipped_at: null,
            estimated_at: null,
            delivered_at: null,
          },
        ],
        cart_id: mark,
        url: `https://tienda.cl/${mark}`,
        pay_url: null,
      };
      return { order, shop: { id: `tienda${at % 2}`, name: `Tienda ${at % 2}` } };
    }),
  );

const same = (a: string, b: string) =>
  a.replace(/^[#0]+/, '').toLowerCase() === b.replace(/^[#0]+/, '').toLowerCase();

it('ORD-1: holds for shops that answer beside the question, and for every proof that is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      orders,
      fc.record({ number: orNull([...NUMBERS, '5555']), email: orNull([...EMAILS, 'nadie@correo.cl']) }),
      orNull([...PHONES, '+56999999999']),
      orNull(['ana@correo.cl', 'beto@correo.cl', 'nadie@correo.cl']),
      fc.boolean(),
      async (all, question, phone, email, down) => {
        const says: ShopsSay = {
          found: all,
          shops: 2,
          silent: down ? [{ provider: 'shopify', name: 'Tienda' }] : [],
        };
        const desk = { byNumber: async () => says, ofBuyer: async () => says };
        const finding = await lookUp(desk, 1, question, { phone, email });
        const said = findingWords(finding, 'America/Santiago');
        const mine = all.filter(
          ({ order }) =>
            (phone !== null && order.phone === phone) ||
            (email !== null && order.email === email) ||
            (question.number !== null &&
              question.email !== null &&
              order.email === question.email.toLowerCase() &&
              same(order.number, question.number)),
        );
        for (const one of all) if (!mine.includes(one)) expect(said).not.toContain(one.order.external_id);
        const told = mine.filter(
          ({ order }) => question.number === null || same(order.number, question.number),
        );
        if (told.length > 0) expect(said).toContain(told[0]?.order.external_id);
        else if (question.number !== null && !down) expect(said).toBe(ORDER_FAILED);
      },
    ),
    { numRuns: 400 },
  );
});
