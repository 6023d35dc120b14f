/** The second factor: asked for at sign-in, set up in 'Mi cuenta', asked of a bot's administrators by its owner. */
import * as z from 'zod/mini';
import { secondFactor } from '../entities/second-factor.ts';
import { user } from '../entities/user.ts';
import { shortText } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const self = { kind: 'self', in: 'params', name: 'userId' } as const;
const params = z.object({ userId: idParam });
const password = z.string().check(z.maxLength(1000));
/** Six digits of the app, or a recovery code. */
const code = shortText(40);
const owner = { kind: 'bot', in: 'params', name: 'botId', module: 'role_list', permission: 'edit' } as const;

/** Who of a bot's administrators has it. */
const ofBot = z.object({
  required: z.boolean(),
  administrators: z.array(z.object({ name: z.string(), second_factor: z.boolean() })),
});

export const secondFactorCalls = {
  /**
   * The second step of sign_in, which answered 401 `second_factor` with `details.ticket`: answers as sign_in does. A
   * wrong code is 401 `second_factor` with the same ticket while tries are left, `unauthorized` afterwards.
   */
  signInSecondFactor: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth/second_factor',
    access: { kind: 'public' },
    body: z.object({ ticket: shortText(64), code }),
    answer: z.object({ data: user }),
  }),
  secondFactor: defineCall({
    service: 'main',
    method: 'GET',
    path: '/user_data/{userId}/second_factor',
    access: self,
    params,
    answer: secondFactor,
  }),
  /** A new secret and its address for the QR; it counts once `confirmSecondFactor` was called. 422 at `current_password`. */
  beginSecondFactor: defineCall({
    service: 'main',
    method: 'POST',
    path: '/user_data/{userId}/second_factor',
    access: self,
    params,
    body: z.object({ current_password: password }),
    answer: z.object({ secret: z.string(), address: z.string() }),
  }),
  /**
   * Switches it on by its first code; the other sessions end. The recovery codes are shown this once. 422 at `code`.
   */
  confirmSecondFactor: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/user_data/{userId}/second_factor',
    access: self,
    params,
    body: z.object({ code }),
    answer: z.object({ recovery_codes: z.array(z.string()), ended: z.int(), user }),
  }),
  /** Switches it off; the other sessions end. 422 at `current_password` or `code`. */
  endSecondFactor: defineCall({
    service: 'main',
    method: 'POST',
    path: '/user_data/{userId}/second_factor/end',
    access: self,
    params,
    body: z.object({ current_password: password, code }),
    answer: z.object({ ended: z.int(), user }),
  }),
  /** Ten new recovery codes; the old ones end. 422 at `current_password` or `code`. */
  renewRecoveryCodes: defineCall({
    service: 'main',
    method: 'POST',
    path: '/user_data/{userId}/second_factor/recovery_codes',
    access: self,
    params,
    body: z.object({ current_password: password, code }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  botSecondFactor: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{botId}/second_factor',
    access: { ...owner, permission: 'read' },
    params: z.object({ botId: idParam }),
    answer: ofBot,
  }),
  /** An owner's switch: administrators without it can do nothing at the bot until they have it. */
  setBotSecondFactor: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{botId}/second_factor',
    access: owner,
    params: z.object({ botId: idParam }),
    body: z.object({ required: z.boolean() }),
    answer: ofBot,
  }),
};
