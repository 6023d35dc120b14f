/** Loaded once a message has products. */
export { ProductCards as default } from '../../../ui/product-cards.tsx';
