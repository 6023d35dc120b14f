/** Why something that depends on what was read was refused, with what to do then. */
import { ApiError } from '../../../api/api-error.ts';
import { failureText } from '../../../ui/failure-text.ts';

/** Over a colleague's words there is something to read first. @param then what is to be done, as the rest of a sentence */
export function whyNot(error: unknown, then: string): string {
  if (!(error instanceof ApiError) || error.code !== 'stale_view') return failureText(error);
  const who = error.details['agent_name'];
  const whose = typeof who === 'string' ? who : 'Otra persona';
  return `${whose} respondió mientras tanto: cierra este cuadro, ${then}`;
}
