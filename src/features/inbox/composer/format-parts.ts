/** What writing with formats brings, for those who have chosen it: nobody else fetches it. */
export const loadFormatBar = () => import('./format-bar.tsx');

/** Large. */
export const loadRichField = () => import('./rich/rich-field.tsx');
