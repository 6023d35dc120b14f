/** A filter of clients as it travels: contract/rules/lead-filter.ts reads it; its own bounds are judged here. */
import { boundedJson } from '../bounded.ts';

export const givenFilter = boundedJson({ depth: 9, values: 7_000 });
