/** Where the settings of notices stand on /profile. */
export const NOTICES_HASH = 'profile-notices';
