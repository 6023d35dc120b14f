/** The bus of several processes: what one publishes, all hear, over Socket.IO's own way between servers. */
import type { Namespace } from 'socket.io';
import type { Bus, BusMessages, BusTopic } from '../bus.ts';

const EVENT = 'charla:bus';

/**
 * A message reaches this process's listeners at once and the others' when Redis carries it. Lost ones cost time, never
 * truth: logs are looked at every 5 s (HEAD), and so are the rights of open sockets.
 *
 * @param local the bus of this process alone
 * @param namespace any; its adapter must reach the other processes
 */
export function createClusterBus(local: Bus, namespace: Namespace): Bus {
  const publish: Bus['publish'] = (topic, message) => {
    local.publish(topic, message);
    namespace.serverSideEmit(EVENT, topic, message);
  };
  namespace.on(EVENT, (topic: BusTopic, message: BusMessages[BusTopic]) => local.publish(topic, message));
  return {
    publish,
    subscribe: local.subscribe,
    reached: (botId, seq, rows) => {
      local.reached(botId, seq, rows);
      namespace.serverSideEmit(EVENT, 'reached', { botId, seq });
    },
    onReached: local.onReached,
  };
}
