/** The fields that a bot adds to its clients: types and limits. Apart from how they are read: the wire needs no more. */

export const OWN_FIELD_TYPES = ['text', 'number', 'date', 'list', 'boolean'] as const;
export type OwnFieldType = (typeof OWN_FIELD_TYPES)[number];

export const OWN_FIELD_LIMITS = {
  /** Of a bot: more columns than anybody reads. */
  fields: 50,
  label: 60,
  key: 40,
  /** Choices of a list, and one of them. */
  options: 100,
  option: 80,
  text: 500,
} as const;
