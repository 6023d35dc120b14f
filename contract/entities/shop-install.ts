/** What is known of installs with a click on both sides. */

/** Shops whose platform asks its owner and gives us a token of our own. */
export const INSTALL_PROVIDERS = ['shopify', 'jumpseller'] as const;
export type InstallProvider = (typeof INSTALL_PROVIDERS)[number];

/** Why an attempt came to nothing, as the page's address says it. */
export const INSTALL_FAULTS = {
  denied: 'No diste el permiso en la tienda, así que no se conectó nada.',
  unsigned: 'La respuesta no venía firmada por la tienda, así que no se conectó nada.',
  unknown: 'Este intento venció o ya se usó.',
  off: 'Esta instalación no está disponible por ahora.',
} as const;
export type InstallFault = keyof typeof INSTALL_FAULTS;

/** Where the page is that goes on with an install of each. */
export const INSTALL_PAGES: Record<InstallProvider, string> = {
  shopify: '/integration-install',
  jumpseller: '/indexjumpseller',
};
