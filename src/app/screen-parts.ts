/**
 * Where the parts of the screens are that few people open in a visit. A list of its own, because each part brings the
 * names of all files that it needs: in the first load they would cost everybody who signs in some kilobytes. Loaded
 * once, with the first of these screens that is opened or pointed at.
 */
export const GalleryScreen = () => import('../features/gallery/gallery-screen.tsx');
export const ProfileScreen = () => import('../features/profile/profile-screen.tsx');
export const AgentsScreen = () => import('../features/agents/agents-screen.tsx');
export const NewAgentScreen = () => import('../features/agents/new-agent-screen.tsx');
export const EditAgentScreen = () => import('../features/agents/edit-agent-screen.tsx');
export const AgentHoursScreen = () => import('../features/agent-hours/agent-hours-screen.tsx');
export const RoleListScreen = () => import('../features/roles/role-list-screen.tsx');
export const NewRoleScreen = () => import('../features/roles/role-form-screen.tsx');
export const EditRoleScreen = () => import('../features/roles/role-form-screen.tsx');
export const SettingsScreen = () => import('../features/settings/settings-screen.tsx');
export const QuickRepliesScreen = () => import('../features/quick-replies/quick-replies-screen.tsx');
export const TutorialsScreen = () => import('../features/guides/tutorials-screen.tsx');
export const GuideScreen = () => import('../features/guides/guide-screen.tsx');
export const NewBotScreen = () => import('../features/bots/new-bot-screen.tsx');
export const EditBotScreen = () => import('../features/bots/edit-bot-screen.tsx');
export const BotConfigScreen = () => import('../features/bots/bot-config-screen.tsx');
export const BotMenuScreen = () => import('../features/bots/bot-menu-screen.tsx');
export const DocumentsScreen = () => import('../features/documents/documents-screen.tsx');
export const DocumentScreen = () => import('../features/documents/document-screen.tsx');
export const PreviewScreen = () => import('../features/preview/preview-screen.tsx');
export const SupportScreen = () => import('../features/support/support-screen.tsx');
