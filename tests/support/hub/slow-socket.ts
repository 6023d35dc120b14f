/** Sockets that take their time to open, as over a far line: calls are answered meanwhile. */
import type { OpenSocket } from '../../../workers/hub/platform/platform.ts';
import type { World } from './world.ts';

/** From now on the hub's sockets take until the answer is called; what the server says meanwhile is not heard. */
export function slowSocket(world: World): () => void {
  const real = world.server.openSocket;
  let isOpen = false;
  let open: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow: OpenSocket = (credentials, handlers) =>
    real(credentials, {
      ...handlers,
      opened: () => void opening.then(handlers.opened),
      frame: (name, argument) => isOpen && handlers.frame(name, argument),
    });
  Object.assign(world.server, { openSocket: slow });
  world.respawn();
  return () => {
    isOpen = true;
    open();
  };
}
