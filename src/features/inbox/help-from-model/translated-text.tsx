/** A customer's message in Spanish; the original is a click away, and stands there until the translation comes. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { inboxHelpCalls } from '../../../../contract/calls/inbox-help.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import plain from '../../../ui/plain-button.module.css';
import classes from './help-from-model.module.css';
import { useEscape } from './use-escape.ts';

/** Milliseconds for which it is kept, so that nobody pays twice for the same words. */
const KEPT = 30 * 60_000;

interface TranslatedTextProps {
  messageId: string;
  /** Back to the original. */
  onOriginal: () => void;
  /** The original. */
  children: ReactNode;
}

export default function TranslatedText({ messageId, onOriginal, children }: TranslatedTextProps) {
  const asked = useQuery({
    queryKey: ['model-help', 'translation', messageId],
    queryFn: async ({ signal }) => {
      const { text, reason } = await call(inboxHelpCalls.translateMessage, {
        params: { id: messageId },
        signal,
      });
      // What failed is not kept.
      if (text === null) throw new NotTranslated(reason ?? '');
      return text;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT,
    retry: false,
  });
  useEscape(asked.isFetching, onOriginal);
  if (asked.data !== undefined)
    return (
      <>
        <p className={classes.translation}>{asked.data}</p>
        <p className={classes.foot}>
          Traducido al español ·{' '}
          <button type="button" className={plain.link} onClick={onOriginal}>
            Ver original
          </button>
        </p>
      </>
    );
  return (
    <>
      {children}
      {asked.isFetching ? (
        <p role="status" className={classes.foot}>
          Traduciendo…{' '}
          <button type="button" className={plain.link} onClick={onOriginal}>
            Cancelar (Esc)
          </button>
        </p>
      ) : (
        <p role="alert" className={classes.foot}>
          No se tradujo. {asked.error instanceof NotTranslated ? asked.error.message : sentence(asked.error)}{' '}
          <button type="button" className={plain.link} onClick={() => void asked.refetch()}>
            Reintentar
          </button>
        </p>
      )}
    </>
  );
}

/** Why, in Spanish. */
class NotTranslated extends Error {
  override name = 'NotTranslated';
}
