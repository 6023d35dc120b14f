import { defineConfig } from 'vite';
import { oneScript } from '../one-script.ts';

/** What a shop's page reports of its visitor's cart, dist/carts/carts.js. */
export default defineConfig(
  oneScript(import.meta.url, { folder: 'carts', name: 'carts', global: 'CharlaCarts', entry: 'main.ts' }),
);
