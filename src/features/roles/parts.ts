/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const RoleListScreen = () => import('./role-list-screen.tsx');
export const NewRoleScreen = () => import('./role-form-screen.tsx');
export const EditRoleScreen = () => import('./role-form-screen.tsx');
