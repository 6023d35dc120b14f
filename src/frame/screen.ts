/** A screen inside the frame, as the feature that has it declares it (docs/a-new-domain.md). */
import type { RouteComponent } from '@tanstack/react-router';
import type { ScreenRule } from './screen-access.ts';

export interface ScreenRoute extends ScreenRule {
  path: string;
  /** The name that people see. */
  title: string;
  /** The entry of the sidebar under which it stands, where docs/product.md §2 has no entry that leads to it. */
  under?: string;
}

/**
 * The screens of a feature. One that few people open in a visit names its place in the feature's `parts.ts`, which loads
 * with the first of them; one that many open has its component here, and costs everybody's first load its own few bytes.
 */
export type Screens<Parts extends object = Record<never, never>> = readonly (ScreenRoute &
  ({ part: keyof Parts & string } | { component: RouteComponent }))[];
