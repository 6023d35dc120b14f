/** Two ends of a way between a page and its worker: messages are cloned, a frozen end hears them when it thaws. */
import type { PortLike } from '../../../workers/shared/broadcast-port.ts';

export interface Side {
  /** Its page or worker is no more. */
  gone(): boolean;
  /** Its page does not run: what arrives waits. */
  frozen(): boolean;
}
export interface HandPort extends PortLike {
  /** Hears what came while it was frozen. */
  thaw(): void;
  /**
   * Lets go of who stands at its ends, when their world is over: comlink's registry keeps every port whose proxy lives,
   * and the proxy would live by its port.
   */
  forget(): void;
}

const NOBODY: Side = { gone: () => true, frozen: () => false };

/** @param ours @param theirs who stands at either end */
export function handPorts(ours: Side, theirs: Side): [HandPort, HandPort] {
  const heard: [Set<(event: MessageEvent) => void>, Set<(event: MessageEvent) => void>] = [
    new Set(),
    new Set(),
  ];
  const waiting: [unknown[], unknown[]] = [[], []];
  let sides: readonly [Side, Side] = [ours, theirs];
  let open = true;
  const arrive = (at: 0 | 1, message: unknown) => {
    if (!open || sides[at].gone()) return;
    if (sides[at].frozen()) waiting[at].push(message);
    else for (const hear of [...heard[at]]) hear({ data: message } as MessageEvent);
  };
  const end = (at: 0 | 1): HandPort => {
    const other = at === 0 ? 1 : 0;
    return {
      postMessage: (message) => {
        if (!open || sides[at].gone()) return;
        const copy: unknown = structuredClone(message);
        queueMicrotask(() => arrive(other, copy));
      },
      addEventListener: (_, listener) => heard[at].add(listener),
      removeEventListener: (_, listener) => heard[at].delete(listener),
      close: () => {
        open = false;
      },
      thaw: () => {
        for (const message of waiting[at].splice(0)) arrive(at, message);
      },
      forget: () => {
        open = false;
        sides = [NOBODY, NOBODY];
        for (const listeners of heard) listeners.clear();
      },
    };
  };
  return [end(0), end(1)];
}
