import { registrationCalls } from '../../../contract/calls/registration.ts';
import { type CallInput, callWithHeaders } from '../../api/call.ts';
import { adoptAnswer, type Session } from '../../session/session.ts';

/**
 * Makes an account and signs it in (docs/protocol.md 'Sign-in, credentials, errors').
 * @throws ApiError 422 with `details.fields`, 429, or no answer
 */
export async function makeAccount(
  draft: CallInput<typeof registrationCalls.register>['body'],
): Promise<Session> {
  return adoptAnswer(await callWithHeaders(registrationCalls.register, { body: draft }));
}
