/**
 * The key under which a failed message is sent once more: always the same, so that asking twice (two tabs, two clicks,
 * a lost answer) sends it once. The server keeps keys per author, of at most 64 characters.
 */
export const againKey = (failedId: string): string => `again-${failedId}`.slice(-64);
