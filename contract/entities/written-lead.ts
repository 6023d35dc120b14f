/** The data of a client as forms send it: absent stays as it is, null or blank empties. */
import * as z from 'zod/mini';
import { boundedRecord } from '../bounded.ts';
import { LIMITS } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { OWN_FIELD_LIMITS } from '../rules/own-field-limits.ts';
import { area } from '../states.ts';

const text = (max: number) => z.optional(z.nullable(shortText(max)));

/** Values of own fields by key; null or '' empties one. */
export const givenOwn = boundedRecord(
  OWN_FIELD_LIMITS.key,
  z.nullable(
    z.union([shortText(OWN_FIELD_LIMITS.text), z.number().check(z.gte(-1e15), z.lte(1e15)), z.boolean()]),
  ),
  OWN_FIELD_LIMITS.fields,
);

export const writtenLead = {
  name: text(120),
  email: text(200),
  phone: text(40),
  rut: text(20),
  notes: text(4000),
  tags: z.optional(z.array(shortText(LIMITS.tagText)).check(z.maxLength(LIMITS.tags))),
  city: text(80),
  areas: z.optional(z.array(area).check(z.maxLength(20))),
  fields: z.optional(givenOwn),
};
