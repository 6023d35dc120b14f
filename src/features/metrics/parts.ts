/** Where the parts of this screen are; loaded when it is opened or pointed at. */
export const MetricsScreen = () => import('./metrics-screen.tsx');
