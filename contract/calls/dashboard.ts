/** The dashboard of a bot (`/dashboard`), and the check that its snippet is live. */
import * as z from 'zod/mini';
import { botSite } from '../entities/bot-site.ts';
import { instant, numericId, shortText } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

/** How many days the activity shows, today included. The figures compare its second half with its first. */
export const DASHBOARD_DAYS = 14;

const days = z.array(
  z.object({
    /** `YYYY-MM-DD` where the installation's days begin. */
    day: z.string(),
    /** Conversations that began. */
    started: z.int(),
    /** Conversations that a person took (those of the caller's own, where `scope` is `own`). */
    attended: z.int(),
  }),
);
/** Figures of half the days. */
const half = z.object({
  started: z.int(),
  attended: z.int(),
  /** Of those that began, the ones that never waited for a person and that none took. */
  unassisted: z.int(),
  leads: z.int(),
  /** Of 1 to 5, over conversations whose last message fell in these days; null: nobody rated. */
  rating: z.nullable(z.number()),
  ratings: z.int(),
});
export type DashboardHalf = z.infer<typeof half>;

/** What an owner does before a bot works; in this order. */
export const FIRST_STEPS = ['confirm', 'look', 'web', 'teach', 'try', 'install', 'team'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const botDashboard = z.object({
  /** `own`: an agent's: their own work alone; started, unassisted and leads are 0 there. */
  scope: z.enum(['bot', 'own']),
  /** Oldest first. */
  days,
  /** The newer half of the days. */
  now: half,
  before: half,
  /** People at the bot, and how many of them are connected. */
  team: z.object({ people: z.int(), connected: z.int() }),
  /** Newest first; empty for agents. */
  sites: z.array(botSite),
  /** Which are done; empty for agents. */
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })),
});
export type BotDashboard = z.infer<typeof botDashboard>;

export const dashboardCalls = {
  botDashboard: defineCall({
    service: 'bots',
    method: 'GET',
    path: '/dashboard/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'dashboard', permission: 'read' },
    params: z.object({ botId: idParam }),
    answer: botDashboard,
  }),
  /**
   * Whether the chat has been opened from a site: asked by the person who installs it, who knows the snippet and may
   * have no account. A wrong token is 404 like a bot that does not exist; limited by address.
   */
  checkSnippet: defineCall({
    service: 'bots',
    method: 'POST',
    path: '/snippet_check',
    access: { kind: 'public' },
    body: z.object({ bot_id: numericId, token: shortText(200), web: shortText(300) }),
    answer: z.object({
      bot_name: z.string(),
      /** The site that was asked about. */
      origin: z.string(),
      /** The last time that the chat was opened there; null: never. */
      seen_at: z.nullable(instant),
    }),
  }),
};
