/**
 * Parts of the composer that come with their first use, and their code right after the composer: anyone who loses the
 * network still has what attaches a file or says how far it got.
 */
import { FORMAT_PARTS } from './format/parts.ts';

export const loadCompletion = () => import('./completion.tsx');
export const loadDraftFiles = () => import('./draft-files.tsx');
export const loadVoiceNote = () => import('./voice-note.tsx');
export const loadTemplatePicker = () => import('./template-picker.tsx');
export const loadOutgoingFiles = () => import('./outgoing-files.tsx');

export const COMPOSER_PARTS = [
  loadCompletion,
  loadDraftFiles,
  loadVoiceNote,
  loadTemplatePicker,
  loadOutgoingFiles,
  ...FORMAT_PARTS,
];
