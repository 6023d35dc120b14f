/**
 * The wire's version. `wire-version.test.ts` pins the hash of every schema: a change without a new line here fails,
 * so that nobody changes the wire by accident.
 */
export const WIRE_VERSIONS: readonly { version: number; hash: string; change: string }[] = [
  { version: 1, hash: '66412f152fa0d48c', change: 'First wire: sign-in, bots, the live inbox, the visitor.' },
  {
    version: 2,
    hash: '6e561c505a75031b',
    change:
      'People: registration, profile, bots, roles, agents, notifications, subscriptions, audit, settings of internal accounts.',
  },
  {
    version: 3,
    hash: '42e2d33a00066110',
    change: 'The inbox complete: the other calls of the Conversations service.',
  },
  {
    version: 4,
    hash: '5a80c89d06bfd048',
    change: 'Maintenance carries `slow`: the red bar about a delay of the system.',
  },
  {
    version: 5,
    hash: '9b85bf7a4a6eb7cb',
    change: 'Clients: lists, creating, erasing, looking up, duplicates.',
  },
  {
    version: 6,
    hash: '5f7ab3d58a53a657',
    change: 'Quick replies, saved views, the filter catalogue and its filters, mentions in notes.',
  },
];
