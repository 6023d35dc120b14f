/**
 * Mails that a person has us send to others: an invitation, an embed code. Nobody without a proved address of their own
 * sends any, and there are limits for the sender, for the mailbox that gets them, and for the installation as a whole,
 * so that no account turns it into somebody's relay.
 */
import { PROVE_FIRST } from '../../../contract/rules/agents.ts';
import type { App } from '../app.ts';
import { Refused } from '../http/refused.ts';

const HOUR = 60 * 60;
/** A team is invited within an hour; a list of addresses is not. */
export const PER_SENDER = { points: 60, seconds: HOUR };
/** People who did not ask for them must not find a heap, from however many senders. */
export const PER_MAILBOX = { points: 6, seconds: HOUR };
/** What a mail provider takes from a sender of good name, and many times a busy installation's day. */
export const PER_INSTALLATION = { points: 1_000, seconds: HOUR };

/**
 * Mails of accounts go to addresses that nobody has proved yet: the person who registers, forgets or changes an address
 * names it. How many of a kind the installation sends has a limit of its own, so that who floods one stops no other,
 * nor the mails that people send; per address and account their calls have limits.
 */
export type AccountMailKind = 'confirmation' | 'reset' | 'change';
/** Twice what people send: a campaign that works makes this many accounts in an hour, and no more. */
export const ACCOUNT_MAILS = { points: 2_000, seconds: HOUR } as const;

/** The installation's limit of one kind; once for each server. The returned call throws too_many. */
export function createAccountMails(
  app: Pick<App, 'sharedLimit'>,
  kind: AccountMailKind,
): () => Promise<void> {
  const ofAll = app.sharedLimit(`mails.${kind}`, ACCOUNT_MAILS.points, ACCOUNT_MAILS.seconds);
  return () => ofAll.take('all');
}

interface Sender {
  id: number;
  email_confirmed?: boolean | undefined;
}

/** Throws rule (`details.reason: 'email_not_confirmed'`) while nobody has proved the sender's own address. */
export function requireProvedSender(sender: Sender): void {
  if (sender.email_confirmed === true) return;
  throw new Refused('rule', { message: PROVE_FIRST, details: { reason: 'email_not_confirmed' } });
}

export interface PeopleMails {
  /**
   * Call it before anything is looked up, so that no answer depends on what would be found.
   * Throws rule for a sender who is not proved, too_many.
   * @param to one valid address, in lower case
   */
  take(sender: Sender, to: string): Promise<void>;
}

/** Makes the limits; once for each server. */
export function createPeopleMails(app: Pick<App, 'sharedLimit'>): PeopleMails {
  const bySender = app.sharedLimit('mails.bySender', PER_SENDER.points, PER_SENDER.seconds);
  const byMailbox = app.sharedLimit('mails.byMailbox', PER_MAILBOX.points, PER_MAILBOX.seconds);
  const ofAll = app.sharedLimit('mails.ofAll', PER_INSTALLATION.points, PER_INSTALLATION.seconds);
  return {
    async take(sender, to) {
      requireProvedSender(sender);
      // The narrow ones first: who is refused there takes nothing from everybody.
      await bySender.take(String(sender.id));
      await byMailbox.take(to);
      await ofAll.take('all');
    },
  };
}
