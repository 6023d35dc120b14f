/** What the domains bring to the walks over all calls: the `walk.fixture.ts` of their folders, put together. */
import type { DomainWalk, MakeOne } from '../../server/testing.ts';

export type OwnMaker = MakeOne;

const files = import.meta.glob<{ walk: DomainWalk }>('../../server/*/walk.fixture.ts', { eager: true });

/** What all of them say; two that speak of the same thing are a mistake. */
export function ownWalks() {
  const entities = new Map<string, MakeOne>();
  const samples: NonNullable<DomainWalk['samples']> = {};
  const otherIds: NonNullable<DomainWalk['otherIds']> = {};
  for (const [file, { walk }] of Object.entries(files)) {
    for (const [name, make] of Object.entries(walk.entities ?? {})) {
      if (entities.has(name)) throw new Error(`${file}: another domain makes a ${name} already`);
      entities.set(name, make);
    }
    Object.assign(samples, walk.samples);
    Object.assign(otherIds, walk.otherIds);
  }
  return { entities, samples, otherIds };
}
