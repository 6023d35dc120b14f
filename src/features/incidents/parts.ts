/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const ReportIncidentScreen = () => import('./report-screen.tsx');
export const FollowIncidentScreen = () => import('./follow-screen.tsx');
