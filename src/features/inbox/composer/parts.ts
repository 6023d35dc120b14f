/**
 * Parts of the composer that come with their first use, and their code right after the composer: anyone who loses the
 * network still has what attaches a file or says how far it got.
 */
export const loadCompletion = () => import('./completion.tsx');
export const loadDraftFiles = () => import('./draft-files.tsx');
export const loadDraftOptions = () => import('./draft-options.tsx');
export const loadLinkForm = () => import('./link-form.tsx');
export const loadVoiceNote = () => import('./voice-note.tsx');
export const loadTemplatePicker = () => import('./template-picker.tsx');
export const loadOutgoingFiles = () => import('./outgoing-files.tsx');

export const loadApplyFormat = () => import('./format/apply-format.ts');
export const loadPastedHtml = () => import('./format/pasted-html.ts');

export const COMPOSER_PARTS = [
  loadCompletion,
  loadDraftFiles,
  loadDraftOptions,
  loadLinkForm,
  loadVoiceNote,
  loadTemplatePicker,
  loadOutgoingFiles,
  loadApplyFormat,
  loadPastedHtml,
];
