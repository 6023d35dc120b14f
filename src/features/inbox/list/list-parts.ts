/**
 * Parts of the list that come with their first use, and their code right after the list: anyone who loses the network can
 * still search and filter what is known here.
 */
export const loadAskedList = () => import('./asked-list.tsx');
export const loadFilterChips = () => import('./filter-chips.tsx');
export const loadFilterPanel = () => import('./filter-panel.tsx');

export const LIST_PARTS = [loadAskedList, loadFilterChips, loadFilterPanel];
