/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const WhatsAppScreen = () => import('./whatsapp-screen.tsx');
export const NewTemplateScreen = () => import('./new-template-screen.tsx');
export const TemplateScreen = () => import('./template-screen.tsx');
