/** Parts of the conversation's header that come with their first use. */
export const loadMoreActions = () => import('./more-actions.tsx');
export const loadFollowers = () => import('./followers.tsx');
