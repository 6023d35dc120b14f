/** Where a WhatsApp button shows: apart from its schemas, which no site's page carries. */
export const BUTTON_PAGES = ['all', 'only', 'except'] as const;
export const BUTTON_DEVICES = ['all', 'phone', 'computer'] as const;
