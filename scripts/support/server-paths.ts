/** What the server answers beside the app: the development server passes it on (a test walks the routes of server/). */
export const SERVER_PATHS = [
  '/svc',
  '/socket.io',
  '/uploads',
  '/exports',
  '/product-pictures',
  '/client-config.json',
  '/widget.js',
  '/whatsapp-button.js',
  '/push.js',
  '/preview_bot',
  '/visitor',
  '/hooks',
  '/receipts',
  '/healthz',
  '/readyz',
  '/metricsz',
] as const;
