/**
 * What changes outside the live inbox, by name: `STALE` says which of these are to be asked again, to the sockets that
 * may ask them (docs/protocol.md 'Live outside the inbox').
 */
import { allows, type ModulePermissions } from '../permissions.ts';
import { TOPIC_RULES, TOPICS_OF_THINGS, type TopicRule } from '../told.ts';

export type TopicKind = keyof typeof TOPIC_RULES;
export const TOPIC_KINDS = Object.keys(TOPIC_RULES) as TopicKind[];
type ThingTopicKind = (typeof TOPICS_OF_THINGS)[number];
export const isThingTopic = (kind: string): kind is ThingTopicKind =>
  (TOPICS_OF_THINGS as readonly string[]).includes(kind);
export type StaleTopic = Exclude<TopicKind, ThingTopicKind> | `${ThingTopicKind}:${string}`;

/** Whether somebody with these grants hears the topic. */
export function hearsTopic(grants: readonly ModulePermissions[], topic: StaleTopic): boolean {
  const [kind] = topic.split(':', 1);
  return meetsRule(grants, TOPIC_RULES[kind as TopicKind]);
}

/** Whether somebody with these grants meets the rule. */
export function meetsRule(grants: readonly ModulePermissions[], rule: TopicRule): boolean {
  return rule === 'linked' || rule.modules.some((module) => allows(grants, module, rule.permission));
}
