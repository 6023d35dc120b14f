/** Query key of the bots with their flags. */
export const SETTINGS_BOTS = 'settings-bots';
