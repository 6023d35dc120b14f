/** What the screens of agents ask the server. */

import { useQuery } from '@tanstack/react-query';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { roleCalls } from '../../../contract/calls/roles.ts';
import { call } from '../../api/call.ts';

/**
 * Keys of what the people's screens ask; the topics `agents` and `roles` make them old (docs/protocol.md 'Live
 * outside the inbox').
 */
export const agentsKey = (botId: number) => ['agents', botId] as const;
export const placesKey = (botId: number) => ['agent-places', botId] as const;
export const invitationsKey = (botId: number) => ['agent-invitations', botId] as const;
export const rolesKey = (botId: number) => ['roles', botId] as const;

/** The rows of the last 30 days, owners included. */
export const useAgents = (botId: number) =>
  useQuery({
    queryKey: agentsKey(botId),
    queryFn: ({ signal }) => call(agentCalls.resumeAgents, { params: { botId }, signal }),
  });

/** Who is there now and in which status; the topic `presence` makes it old. */
export const usePresence = (botId: number) =>
  useQuery({
    queryKey: ['presence', botId],
    queryFn: ({ signal }) => call(agentCalls.agentPresence, { params: { botId }, signal }),
  });

/** Who was invited and has not accepted yet. */
export const useInvitations = (botId: number) =>
  useQuery({
    queryKey: invitationsKey(botId),
    queryFn: ({ signal }) => call(agentCalls.listInvitations, { params: { botId }, signal }),
  });

/** How full the bot's plan is. */
export const useAgentPlaces = (botId: number) =>
  useQuery({
    queryKey: placesKey(botId),
    queryFn: ({ signal }) => call(agentCalls.botAgents, { params: { botId }, signal }),
    select: ({ agents, used }) => ({ max: agents, used }),
  });

/** The roles that somebody of this bot can have: the built-in ones and the bot's own (docs/product.md §6). */
export const useRoles = (botId: number) =>
  useQuery({
    queryKey: rolesKey(botId),
    queryFn: ({ signal }) => call(roleCalls.rolesOfBot, { params: { botId }, signal }),
  });
