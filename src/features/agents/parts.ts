/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const AgentsScreen = () => import('./agents-screen.tsx');
export const NewAgentScreen = () => import('./new-agent-screen.tsx');
export const EditAgentScreen = () => import('./edit-agent-screen.tsx');
