/** What is seldom used of sending later: it comes with its first use. */
export const loadScheduleDialog = () => import('./schedule-dialog.tsx');
export const loadScheduledStrip = () => import('./scheduled-strip.tsx');
