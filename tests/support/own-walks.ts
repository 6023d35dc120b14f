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
    const mustBeNew = (name: string, known: boolean) => {
      if (known) throw new Error(`${file}: another domain speaks of ${name} already`);
    };
    for (const [name, make] of Object.entries(walk.entities ?? {})) {
      mustBeNew(name, entities.has(name));
      entities.set(name, make);
    }
    for (const [name, sample] of Object.entries(walk.samples ?? {})) {
      mustBeNew(name, name in samples);
      samples[name] = sample;
    }
    for (const [name, one] of Object.entries(walk.otherIds ?? {})) {
      mustBeNew(name, name in otherIds);
      otherIds[name] = one;
    }
  }
  return { entities, samples, otherIds };
}
