/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const CampaignsScreen = () => import('./campaigns-screen.tsx');
export const NewCampaignScreen = () => import('./new-campaign-screen.tsx');
export const CampaignScreen = () => import('./campaign-screen.tsx');
