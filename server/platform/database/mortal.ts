/** A process that dies between any two statements, for tests of what must survive it. */
import type { Database, Queryable, Transaction } from './database.ts';

class Killed extends Error {
  override name = 'Killed';
}

/** The database as a process has it that dies before its statement number `left`; from then on it says nothing more. */
export function mortal(db: Database, life: { left: number }): Database {
  const spend = () => {
    if (life.left <= 0) throw new Killed();
    life.left -= 1;
  };
  const over = <T extends Queryable>(inner: T): T =>
    new Proxy(inner, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name === 'query') {
          return async (...said: unknown[]) => {
            spend();
            return Reflect.apply(value as (...all: unknown[]) => unknown, target, said);
          };
        }
        if (name === 'transaction') {
          return async (work: (tx: Transaction) => Promise<unknown>, options: object) => {
            spend();
            // Before the commit, too: what was not committed never was.
            return db.transaction(async (tx) => {
              const answer = await work(over(tx));
              spend();
              return answer;
            }, options);
          };
        }
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  return over(db);
}

/** Swallows that death and nothing else. */
export const unlessKilled = (error: unknown) => {
  if (!(error instanceof Killed)) throw error;
};
