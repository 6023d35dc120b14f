/** Which bots the switcher lists (docs/product.md §4 'Bot view'): those one owns or those one was assigned. */
export const BOT_VIEWS = ['my_bots', 'assigned_bots'] as const;
export type BotView = (typeof BOT_VIEWS)[number];

/** What the person has. */
export type Bots = 'both' | 'only_owned' | 'only_assigned' | 'none';
export const botsOf = (owned: number, assigned: number): Bots => {
  if (owned > 0 && assigned > 0) return 'both';
  if (owned > 0) return 'only_owned';
  return assigned > 0 ? 'only_assigned' : 'none';
};

export type BotViewEvent =
  /** The toggle. */
  | { type: 'choose'; view: BotView }
  /** A bot was selected: by the switcher, a link, the palette. */
  | { type: 'selected'; view: BotView }
  /** The lists of bots were loaded or have changed. */
  | { type: 'loaded' };
export type BotViewTrigger = `choose:${BotView}` | `selected:${BotView}` | 'loaded';

/** Where everything leads when the person has bots of one kind alone. */
const only = (view: BotView): Record<BotViewTrigger, BotView> => ({
  'choose:my_bots': view,
  'choose:assigned_bots': view,
  'selected:my_bots': view,
  'selected:assigned_bots': view,
  loaded: view,
});
const free = (view: BotView): Record<BotViewTrigger, BotView> => ({
  'choose:my_bots': 'my_bots',
  'choose:assigned_bots': 'assigned_bots',
  'selected:my_bots': 'my_bots',
  'selected:assigned_bots': 'assigned_bots',
  loaded: view,
});

/** Every view × what the person has × every trigger. */
export const BOT_VIEW_MOVES: {
  readonly [V in BotView]: { readonly [B in Bots]: Record<BotViewTrigger, BotView> };
} = {
  my_bots: {
    both: free('my_bots'),
    only_owned: only('my_bots'),
    only_assigned: only('assigned_bots'),
    none: only('my_bots'),
  },
  assigned_bots: {
    both: free('assigned_bots'),
    only_owned: only('my_bots'),
    only_assigned: only('assigned_bots'),
    none: only('assigned_bots'),
  },
};

/** The view after an event. */
export function decideView(view: BotView, bots: Bots, event: BotViewEvent): BotView {
  const trigger = event.type === 'loaded' ? event.type : (`${event.type}:${event.view}` as const);
  return BOT_VIEW_MOVES[view][bots][trigger];
}
/** Whether 'Chatbots asignados' / 'Chatbots propios' is offered. */
export const hasToggle = (bots: Bots): boolean => bots === 'both';
