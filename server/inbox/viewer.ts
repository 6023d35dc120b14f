/** Sight as a condition that the database judges: the inbox's own name of it. */
export { visibleTo } from '../access/visible-to.ts';
