/**
 * Which answers a tab asks again when the hub says that something is old: a query's own key, or a topic of what changes
 * outside the inbox (docs/protocol.md 'Live outside the inbox'), as `topic/{botId}/{topic}`; `*`: all topics.
 *
 * Query keys that begin with a topic's name are found by themselves: `['tickets', botId, …]` for `tickets`,
 * `['ticket', id, …]` for `ticket:{id}`.
 */
import { isThingTopic, TOPIC_KINDS, type TopicKind } from '../../../contract/realtime/topics.ts';

type Key = readonly (string | number)[];

/**
 * What topics make old besides. A form that is being filled in is no answer to ask again: keys of what forms start from
 * (`role`, `agent-relation`) stand here in no line.
 */
const ALSO: Partial<Record<TopicKind, (botId: number) => Key[]>> = {
  // Of all bots together.
  notifications: () => [['notifications', 'all']],
  // How many meet them.
  leads: (botId) => [['segments', botId]],
  draft: (botId) => [
    ['building', botId],
    ['dashboard', botId],
  ],
  documents: (botId) => [['document'], ['dashboard', botId]],
  trainings: (botId) => [
    ['assistant', botId],
    ['llm', botId],
  ],
  // Whether the bot works, everywhere that is shown.
  billing: (botId) => [['subscription', botId], ['subscriptions'], ['agent-places', botId], ['places']],
  roles: () => [['places']],
  // Whether what is written in a conversation leaves.
  connections: (botId) => [['channel-contact', botId]],
  templates: (botId) => [['message-templates', botId]],
  campaign: (botId) => [
    ['campaigns', botId],
    ['metrics', botId],
  ],
  // What figures count besides conversations, whose events say it themselves.
  automations: (botId) => [['metrics', botId]],
  tickets: (botId) => [['metrics', botId]],
  agents: (botId) => [
    ['agent-places', botId],
    ['agent-invitations', botId],
  ],
};

const TOPIC = /^topic\/(\d+)\/([^:]+)(?::(.+))?$/;

/** Each key once. */
export function staleKeys(queries: readonly string[]): Key[] {
  const keys = new Map<string, Key>();
  for (const query of queries) for (const key of keysOf(query)) keys.set(JSON.stringify(key), key);
  return [...keys.values()];
}

function keysOf(query: string): Key[] {
  const [, bot, topic = '', id] = TOPIC.exec(query) ?? [];
  if (bot === undefined) return [[query]];
  const botId = Number(bot);
  const of = (kind: string): Key[] => [
    isThingTopic(kind) ? (id === undefined ? [kind] : [kind, id]) : [kind, botId],
    ...(ALSO[kind as TopicKind]?.(botId) ?? []),
  ];
  if (topic !== '*') return of(topic);
  // One's place at the bot has its own word (RESET); of a new connection it is asked by the hub.
  return TOPIC_KINDS.flatMap(of).filter(([first]) => first !== 'places');
}
