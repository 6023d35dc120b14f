/** Scripts of the document itself, which run before the first paint (public/): in its order. */
export const EARLY_SCRIPTS = ['color-scheme.js', 'first-screen.js'] as const;
