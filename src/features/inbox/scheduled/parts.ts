/** The planner comes with its first use, from the composer or the strip. */
export const loadScheduleDialog = () => import('./schedule-dialog.tsx');
