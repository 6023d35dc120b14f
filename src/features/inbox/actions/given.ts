/** Conversations that were given away from this tab: they leave its screen without a notice. */
const given = new Set<string>();

/** It is given away here. */
export const noteGiven = (id: string): void => void given.add(id);
/** Whether this tab gave the conversation away itself. */
export const wasGiven = (id: string): boolean => given.has(id);
