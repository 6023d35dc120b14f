/** Rules of assignment that nobody has written anything into yet. */
import type { Capacity, RoutingConditions, RoutingSkills } from '../entities/routing.ts';

/** Fits every conversation. */
export const ANY_CONVERSATION: RoutingConditions = {
  channels: [],
  tags: [],
  areas: [],
  hours: 'any',
  page: '',
  origin: '',
  fields: [],
  campaigns: [],
};

/** Whoever gets it has to know nothing in particular. */
export const NO_SKILLS: RoutingSkills = { match: 'all', ids: [] };

/** As many as they like; of one person: as many as the bot says. */
export const NO_LIMIT: Capacity = {
  total: null,
  web: null,
  whatsapp: null,
  instagram: null,
  messenger: null,
};
