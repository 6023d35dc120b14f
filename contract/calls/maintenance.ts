/** Maintenance, and the bar about a delay: asked by every page, switched by internal accounts. */
import * as z from 'zod/mini';
import { shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

/** What the page says while it is on; `message` null: the page's own words. */
export const maintenance = z.object({
  on: z.boolean(),
  message: z.nullable(shortText(500)),
  /** Shows the red bar about a delay of the system to everybody who works (docs/product.md §8); off unless switched on. */
  slow: z._default(z.boolean(), false),
});
export type Maintenance = z.infer<typeof maintenance>;

export const maintenanceCalls = {
  getMaintenance: defineCall({
    service: 'main',
    method: 'GET',
    path: '/settings/maintenance',
    access: { kind: 'public' },
    answer: maintenance,
  }),
  setMaintenance: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/settings/maintenance',
    access: { kind: 'staff' },
    body: maintenance,
    answer: maintenance,
  }),
};
