/** Everything that the hub holds of one bot, wired together; each part marks the topics that it changes. */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import { PageLoader, same } from '../pages/page-loader.ts';
import { BotRoom } from '../room/bot-room.ts';
import type { RoomHost } from '../room/room-host.ts';
import type { Topic } from '../surface/topics.ts';
import type { BotParts } from './bot-parts.ts';
import { Ephemeral } from './ephemeral.ts';
import { SupervisionHost } from './supervision-host.ts';

/** @param mark says that these topics may have changed */
export function openBot(
  botId: number,
  host: RoomHost,
  mark: (touched: (topic: Topic) => boolean) => void,
): BotParts {
  const room = new BotRoom(botId, host);
  return {
    room,
    pages: new PageLoader(room, host, (topic) => mark((each) => 'botId' in each && same(each, topic))),
    ephemeral: new Ephemeral(host.platform.clock, (conversationId) =>
      mark(
        (topic) =>
          (topic.kind === 'messages' && topic.conversationId === conversationId) ||
          (topic.kind === 'presence' && topic.botId === botId),
      ),
    ),
    supervision: new SupervisionHost(room, host, () =>
      mark((topic) => topic.kind === 'supervision' && topic.botId === botId),
    ),
    verifiedAt: null,
  };
}

/** What frames that were applied say besides the fold: the supervisor's figures, and who has stopped typing. */
export function noteFrames({ supervision, ephemeral }: BotParts, frames: readonly LoggedFrame[]): void {
  supervision.frames(frames);
  for (const frame of frames) {
    if (frame.name !== 'NEW_MESSAGE' || !frame.data.message) continue;
    const { conversation_id, from, agent } = frame.data.message;
    ephemeral.stopped(conversation_id, {
      who: from === 'Cliente' ? 'visitor' : 'agent',
      name: agent?.name ?? null,
    });
  }
}
