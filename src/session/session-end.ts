/** Why there is no session any more, for the login to say: kept in the browser, because every tab ends up there. */
const KEY = 'session-end';

/** A 401 ended it: it ran out, was closed from another device, or its person works nowhere any more. */
export const noteSessionEnd = (): void => localStorage.setItem(KEY, 'unauthorized');
/** Whether the last session of this browser ended by a 401 and nobody signed in since. */
export const sessionEndedByServer = (): boolean => localStorage.getItem(KEY) === 'unauthorized';
export const forgetSessionEnd = (): void => localStorage.removeItem(KEY);
