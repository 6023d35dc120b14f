/** Where the parts of these screens are; loaded with the first of them that is opened or pointed at. */
export const ProductsScreen = () => import('./products-screen.tsx');
