import { expect, it } from 'vitest';
import { ordersNamed } from './orders-named.ts';

it('finds the order of a number however it is written, in every shop that has it, and no other', () => {
  const orders = ['#1042', '1042', 'N° 1042', '11042', 'A-7'].map((number) => ({ number }));
  expect(ordersNamed(orders, '1042').map(({ number }) => number)).toEqual(['#1042', '1042', 'N° 1042']);
  expect(ordersNamed(orders, ' #a-7 ')).toEqual([{ number: 'A-7' }]);
  expect(ordersNamed(orders, '42')).toEqual([]);
});
