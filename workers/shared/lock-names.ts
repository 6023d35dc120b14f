/** Names of the Web Locks that tell who lives: a holder's death frees its lock within some 30 ms, however it died. */
export const tabLock = (tabId: string): string => `charla-tab:${tabId}`;
/** Held by a hub as long as its worker lives. */
export const hubLock = (epoch: string): string => `charla-hub:${epoch}`;
/** One writer of log and outbox per person, whatever number of builds is open. */
export const writerLock = (uid: string): string => `charla-writer:${uid}`;
/** Who holds this runs the dedicated hub where there is no SharedWorker. */
export const leaderLock = (build: string): string => `charla-leader:${build}`;
