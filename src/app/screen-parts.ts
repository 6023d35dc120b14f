/**
 * The one list of where the parts of screens are that few people open in a visit. A file of its own, because each part
 * brings the names of all files that it needs: in the first load they would cost everybody who signs in some kilobytes.
 * Loaded once, with the first of these screens that is opened or pointed at.
 */
export * from '../features/agent-hours/parts.ts';
export * from '../features/agents/parts.ts';
export * from '../features/bots/parts.ts';
export * from '../features/clients/parts.ts';
export * from '../features/clients-import/parts.ts';
export * from '../features/documents/parts.ts';
export * from '../features/gallery/parts.ts';
export * from '../features/guides/parts.ts';
export * from '../features/preview/parts.ts';
export * from '../features/profile/parts.ts';
export * from '../features/quick-replies/parts.ts';
export * from '../features/roles/parts.ts';
export * from '../features/settings/parts.ts';
export * from '../features/support/parts.ts';
export * from '../features/whatsapp/parts.ts';
