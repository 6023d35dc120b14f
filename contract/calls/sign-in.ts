/** Signing in and out (docs/product.md §7 'Main API'): apart from main.ts, because the login loads nothing else of it. */
import * as z from 'zod/mini';
import { user } from '../entities/user.ts';
import { LIMITS } from '../limits.ts';
import { shortText } from '../primitives.ts';
import { defineCall } from './call.ts';

export const signInCalls = {
  signIn: defineCall({
    service: 'main',
    method: 'POST',
    path: '/auth/sign_in',
    access: { kind: 'public' },
    body: z.object({ email: shortText(200), password: shortText(LIMITS.passwordMax) }),
    /** The credentials come in the five headers. */
    answer: z.object({ data: user }),
  }),
  signOut: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/auth/sign_out',
    access: { kind: 'session' },
    answer: z.object({ ok: z.literal(true) }),
  }),
};
