/** The demo's accounts; all have one password. */
import { DEMO_PASSWORD, PEOPLE } from '../platform/demo/cast.ts';
import { countOnFrom, type Demo } from '../platform/demo/demo.ts';
import { insertRows } from '../platform/demo/insert-rows.ts';
import { hashPassword } from './password.ts';

export const accountsDemo: Demo = {
  async found(tx) {
    const password_hash = await hashPassword(DEMO_PASSWORD);
    const rows = Object.values(PEOPLE).map((person) => ({ ...person, password_hash }));
    const types = { id: 'integer', name: 'text', email: 'text', phone: 'text', password_hash: 'text' };
    await insertRows(tx, 'users', types, rows);
    await countOnFrom(tx, 'users', 1000);
  },
};
