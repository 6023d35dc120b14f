/** A WhatsApp template as an owner writes it: the parts that the provider knows, each with its end. Its rules: template-rules.ts. */
import * as z from 'zod/mini';
import { boundedJson } from '../bounded.ts';
import { shortText } from '../primitives.ts';

const word = z.optional(shortText(2000));
/** One for each variable, in the provider's own form. */
const example = z.optional(boundedJson({ depth: 4, values: 200 }));

const button = z.object({
  type: z.enum(['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'CATALOG', 'MPM', 'FLOW']),
  text: word,
  url: word,
  phone_number: word,
  otp_type: word,
  flow_id: word,
  example,
});

export const templateDraft = z
  .array(
    z.object({
      type: z.enum(['HEADER', 'BODY', 'FOOTER', 'BUTTONS']),
      format: z.optional(z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'])),
      text: word,
      example,
      buttons: z.optional(z.array(button).check(z.maxLength(10))),
    }),
  )
  .check(z.minLength(1), z.maxLength(4));
