/** Which addresses of the origin are pages of the dashboard, by the first part of their path without its first slash. */

const below = (...names: string[]) => new RegExp(`^(${names.join('|').replaceAll('.', '\\.')})(/|$)`);

/** What is no page: unknown addresses below these are answered with the error envelope. */
export const NO_PAGES = below('svc', 'uploads', 'hooks', 'visitor', 'widget', 'socket.io');

/** What a stranger reads; everything else stands behind the login. */
export const OPEN_PAGES = below(
  'registro',
  'password_resets',
  'confirm',
  'invitacion',
  'ticket',
  'integration-install',
  'stripe',
  'indexjumpseller',
);
