/** What the server says to a visitor, in the language of their chat. What the bot and the team write is never translated. */
import { type ChatLanguage, languageOf } from '../../../contract/chat-language.ts';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../../contract/errors.ts';
import { Refused } from '../../platform/http/refused.ts';
import { en } from './en.ts';
import { es, REFUSALS, type Refusal, type VisitorWords } from './es.ts';
import { pt } from './pt.ts';

export const VISITOR_WORDS: Record<ChatLanguage, VisitorWords> = { es, en, pt };

const KNOWN: ReadonlyMap<string, Refusal> = new Map(
  (Object.keys(REFUSALS) as Refusal[]).map((refusal) => [REFUSALS[refusal], refusal]),
);

/**
 * A refusal as the visitor reads it. Commands refuse in Spanish, as everywhere; what has no translation of its own is
 * said by its code, so that no Spanish stands in another language's chat.
 */
export function inVisitorsLanguage(body: ErrorBody, language: ChatLanguage): ErrorBody {
  if (language === 'es') return body;
  const words = VISITOR_WORDS[language];
  const code: ErrorCode = Object.hasOwn(ERRORS, body.error) ? (body.error as ErrorCode) : 'server';
  const say = (sentence: unknown) => {
    const refusal = typeof sentence === 'string' ? KNOWN.get(sentence) : undefined;
    return refusal === undefined ? words.errors[code] : words.refusals[refusal];
  };
  const { details } = body;
  if (!details) return { ...body, message: say(body.message) };
  const fields = details['fields'];
  const said =
    typeof fields === 'object' && fields !== null
      ? { fields: Object.fromEntries(Object.entries(fields).map(([field, fault]) => [field, say(fault)])) }
      : {};
  return { ...body, message: say(body.message), details: { ...details, ...said } };
}

/** What a visitor's upload ends with, as its page says its language (`Accept-Language`). What is no refusal stays as it is. */
export function uploadFault(error: unknown, said: string | undefined): unknown {
  if (!(error instanceof Refused)) return error;
  const { code, retryAfterSeconds } = error;
  const { message, details } = inVisitorsLanguage(error.body(), languageOf(said) ?? 'es');
  return new Refused(code, { message, details, retryAfterSeconds });
}
