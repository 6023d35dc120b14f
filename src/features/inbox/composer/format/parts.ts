/** What gives words their marks; it comes right after the composer, or when it is reached for. */
export const loadFormatBar = () => import('./format-bar.tsx');
export const loadApplyFormat = () => import('./apply-format.ts');
export const loadPastedHtml = () => import('./pasted-html.ts');

export const FORMAT_PARTS = [loadApplyFormat, loadPastedHtml];
