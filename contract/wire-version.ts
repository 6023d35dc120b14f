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
  {
    version: 7,
    hash: 'b721949bf75488ed',
    change: 'A day of an agent carries its exact ends: days of 23 and 25 hours are drawn as they were.',
  },
  {
    version: 8,
    hash: '74e390e505215ff3',
    change: 'The composer: mentions and templates on messages, a list of approved templates.',
  },
  {
    version: 9,
    hash: '4dfa097048d74d0b',
    change: 'What the history shows is read with its own module, too.',
  },
  {
    version: 10,
    hash: 'd4974aaa842cf758',
    change: 'Web Push: subscribers, their key, a push of proof; which events tell somebody, quiet mode.',
  },
  {
    version: 11,
    hash: 'c1e457bf92bbb4ae',
    change:
      'Supervision: queue, loads and times of today; what moved a counter; who watches as supervisor; changes of a client.',
  },
  {
    version: 12,
    hash: 'a17813a0d62b2e88',
    change:
      'Messages at a place (after, around, at); when a note was edited; which button was pressed; pages confirm delivery.',
  },
  {
    version: 13,
    hash: 'e856470da5629585',
    change:
      'Lists as wholes: counts, ids and one change for many; where a search was found; shared views; snooze filters and wakes.',
  },
  {
    version: 14,
    hash: '109b0501e5d00319',
    change:
      'Audit: what each record is about by name, and who wrote records; roles and places are open to whoever sees a form that asks for them.',
  },
  {
    version: 15,
    hash: 'f83f4a99b889c34a',
    change: 'Exports of the history.',
  },
  {
    version: 16,
    hash: 'fd578b2fcaf8d0ca',
    change: 'A taken conversation can be taken over from who has it.',
  },
  {
    version: 17,
    hash: '799e48289d2668c9',
    change: 'Bot: `is_{product}_live_3` under its own name.',
  },
  {
    version: 18,
    hash: '8ab48f5cc126861d',
    change: 'Tutorial pages: read one, list all, give one its video.',
  },
  {
    version: 19,
    hash: 'ad6b32226c049867',
    change: 'Building bots: the Templates and Assistant services, draft, versions, preview, test set.',
  },
  {
    version: 20,
    hash: '9cfb3255ab5e2cb6',
    change: 'The dashboard of a bot; the check that its snippet is live.',
  },
  {
    version: 21,
    hash: '664eea8c7a52ad54',
    change: 'Bots info: several bots by their ids.',
  },
  {
    version: 22,
    hash: '260a964f818089cd',
    change:
      'Settings of a bot: its look with position, launcher and menu, timers and what it says by itself; kinds of business.',
  },
  {
    version: 23,
    hash: '8676695eb39229f9',
    change:
      'Safety for owners: edits carry the revision they were made on; unanswered questions; changes by person; whole bots as files with check; the preview supposes channel and hours; any two versions compared.',
  },
  {
    version: 24,
    hash: 'df032710b7d8de34',
    change: 'Documents of a bot; settings of its language model.',
  },
  {
    version: 25,
    hash: 'da5b8bf5c59988be',
    change: 'The welcome menu is saved as a whole: options with what stands under them.',
  },
  {
    version: 26,
    hash: '5cfaeec9ff442e19',
    change: 'What a bot writes may be seen as it grows: TYPING with a text.',
  },
  {
    version: 27,
    hash: '473ed82427da949e',
    change: 'An assistant says how its webhook stands.',
  },
  {
    version: 28,
    hash: 'd5767ea2215bcbac',
    change: 'The last word of the only page of a browser, by a call.',
  },
  {
    version: 29,
    hash: '97de5455006181b1',
    change:
      'Deletes, the order of nodes, a menu or template put back, the test set: each may carry the revision it was seen at.',
  },
  {
    version: 30,
    hash: '1b79eccd7e6a19ed',
    change: 'An interaction is saved, put back and deleted whole: node and phrases in one call.',
  },
  {
    version: 31,
    hash: 'b3e0b8d7815aee35',
    change: 'The preview asks the language model and tells its part in the trace.',
  },
  {
    version: 32,
    hash: '39cad58f9e8bffe6',
    change:
      'The id of the last event, with the counters and with numbers that are not for the viewer, for after_id.',
  },
  {
    version: 33,
    hash: '61c803b841461767',
    change: "A bot's webhook can be tried.",
  },
  {
    version: 34,
    hash: '42bc4d906ca94793',
    change: 'Teaching the bot is one of its first steps.',
  },
  {
    version: 35,
    hash: '6cb8f7aa75e1df5a',
    change:
      'temporal_id is any text of 1 to 100 characters; a custom node is saved with the fields of the spec alone; the support chat.',
  },
  {
    version: 36,
    hash: '7f8d8ab1527ac3eb',
    change: "A visitor's page says where it is, and an owner may switch that off.",
  },
  {
    version: 37,
    hash: 'd3daf988ae27ca37',
    change: 'A calendar for each bot, in place of the hours of its draft.',
  },
  {
    version: 38,
    hash: 'fbdf512c5e94ec3a',
    change:
      'An address that nobody proved is invited by mail: invitations listed, resent, withdrawn, accepted.',
  },
  {
    version: 39,
    hash: '304d8b0d28ef5975',
    change:
      'Inactive handling has a flag of its own; a status that came with a switch of bots is told from a chosen one.',
  },
  {
    version: 40,
    hash: 'd33881ce437a0c74',
    change: 'A customer who waits is told when somebody will answer.',
  },
  {
    version: 41,
    hash: '1395c58750d154d0',
    change:
      "A closed conversation is reopened, a reply may take what nobody has, lists are ordered by name, and cards carry the customer's last words.",
  },
  {
    version: 42,
    hash: '92f0772cb2b87dd4',
    change: 'Every text, list, record, number and instant that the server reads has an end.',
  },
  {
    version: 43,
    hash: '8fba2ba483a24332',
    change: 'The confirmation link of a demo that sends no mails.',
  },
  {
    version: 44,
    hash: '34fd7e62366013e8',
    change: 'A second factor: at sign-in, in one’s account, asked of administrators by an owner.',
  },
  {
    version: 45,
    hash: 'f04358e1d9f511b9',
    change: 'The settings of a bot say whether its own welcome stands in place of the menu’s greeting.',
  },
  {
    version: 46,
    hash: 'd6982c7ece8fec6d',
    change: 'A confirmation link asks for the account’s session, its password or a new one.',
  },
  {
    version: 47,
    hash: 'e0f1ac2cea671517',
    change: 'A trace tells the clauses of a message with their concepts, and that a person was wished.',
  },
  {
    version: 48,
    hash: '9ffd0ca0c0bb6e5f',
    change: 'CONNECTED tells agents which version of the wire the server speaks.',
  },
  {
    version: 49,
    hash: '0b30265563b150bf',
    change: 'A trace tells the answer to a second question of the same message.',
  },
  {
    version: 50,
    hash: '702ec2e42243aaaa',
    change: 'An owner’s synonyms: four calls, and a kind of difference.',
  },
  {
    version: 51,
    hash: '1866c8c1c2e79274',
    change: 'STALE names what changed outside the inbox; HEAD carries its number.',
  },
  {
    version: 52,
    hash: '393a03f2042a24a0',
    change: 'Unanswered questions by subject, with what the team answered; many are taken in one go.',
  },
  {
    version: 53,
    hash: '70cc444608d34a5e',
    change: 'Meaning beside words, and the interaction that the language model chose: settings and trace.',
  },
  {
    version: 54,
    hash: '911bdde8b3b14a56',
    change:
      'Clients: filters and order of their list, identities, consents, blocks, own fields, segments, timeline, merges, imports.',
  },
  {
    version: 55,
    hash: '3a8a174729979de6',
    change: 'Sockets hear of maintenance and of their own account: MAINTENANCE, ACCOUNT.',
  },
  {
    version: 56,
    hash: 'bce2166fa02ed6f7',
    change: 'Connections, templates of WhatsApp, parked webhooks; messages that change (revision, extra).',
  },
  {
    version: 57,
    hash: 'ea561acf88814d2b',
    change: 'Clients as files: whom the list shows, in the columns that are asked for.',
  },
  {
    version: 58,
    hash: '2272c5798e8b4044',
    change:
      'A node asks for a value before it answers; a trace tells of it, and of what goes on in the last subject.',
  },
  {
    version: 59,
    hash: 'bc9456133db72126',
    change: 'A bot says the zone of its calendar: days are counted by it.',
  },
  {
    version: 60,
    hash: '97dc6e2fa241afae',
    change: 'A connection by which nothing comes in any more says so.',
  },
  {
    version: 61,
    hash: 'b33281d372a7fd45',
    change:
      'Templates with their parts and what they were, sent to a client from their record; parked webhooks put away, and shown to internal accounts; replies, reactions and files of a channel; when the window of a card ends.',
  },
  {
    version: 62,
    hash: '90c44cf718fe4815',
    change: 'A change of a client may say what its fields were; a timeline may be of one kind.',
  },
  {
    version: 63,
    hash: 'b156f4bfc20eb4de',
    change:
      'The file of what is kept of a client has their visits, ratings, merges and imports; a template goes to a few clients at once.',
  },
  {
    version: 64,
    hash: '2be526a1533ac869',
    change: 'The example of a template’s header that is a file is taken to the provider (`header_files`).',
  },
  {
    version: 65,
    hash: '431555e4f010f738',
    change:
      "A field of clients that comes with the bot's filter catalogue says its items, a model its brand.",
  },
  {
    version: 66,
    hash: '876b5711d0b046dc',
    change: 'A merge says what showed that both are one, where nobody merged them.',
  },
  {
    version: 67,
    hash: '45a20beb6f9b6c08',
    change: 'Past comparisons of templates with the provider’s list, and what each found.',
  },
  {
    version: 68,
    hash: '5b3703f22d9adfe2',
    change:
      'Forms of a bot, its language model and its webhook say at which revision they were read; a save over somebody else’s is refused.',
  },
  {
    version: 69,
    hash: 'd4c3810f38185967',
    change:
      'A bot has a button that leads its site’s visitors to WhatsApp; the look of a chat says whether it is on.',
  },
  {
    version: 70,
    hash: 'ce64b37f5396e256',
    change: 'Who the customer of a conversation is to its channel says how the number is that they write to.',
  },
  {
    version: 71,
    hash: '85e14ec9d9fd5a34',
    change: 'People choose in which order the own fields of their clients stand.',
  },
  {
    version: 72,
    hash: '92c2d6c040e22305',
    change: 'What a bot’s shops sell: the list, reading the shops again, what readings came to.',
  },
  {
    version: 73,
    hash: 'dec96e85e8b04331',
    change: 'Where a subject may belong says whether a customer chose that place.',
  },
  {
    version: 74,
    hash: '0eefd1fba431ade5',
    change: 'Statistics of what was sent by templates: figures, the sends behind each, their files.',
  },
  {
    version: 75,
    hash: '31f28c653b8b6938',
    change: 'Figures of a bot: as a whole and as series, by parts, what is behind each, their files.',
  },
  {
    version: 76,
    hash: '82d74ecc10d7a1c6',
    change: 'Campaigns: one template to many clients, their progress, recipients, files.',
  },
  {
    version: 77,
    hash: 'b2293a33e1f67a2a',
    change: 'Statistics of templates by campaign.',
  },
  {
    version: 78,
    hash: '8895139d85ff1a6f',
    change: 'What is behind a figure may be asked for by the hours of the week.',
  },
  {
    version: 79,
    hash: '41700de24e75f770',
    change: 'A send of the statistics says which campaign it is of.',
  },
  {
    version: 80,
    hash: '0b5e57813453ccad',
    change:
      'Tickets: their list, detail, words, merging, deadlines, the customer’s page; the kind of notice overdue.',
  },
  {
    version: 81,
    hash: '8aeb3c9c400288e8',
    change:
      'Numbers by which campaigns leave, files of their recipients, the file of an audience, the account of a template.',
  },
  {
    version: 82,
    hash: '905eeb6eba0acb1e',
    change:
      'Shops are installed with a click: attempts, the way back, what the shop answered; a connection says that it was.',
  },
  {
    version: 83,
    hash: '25329bc83f96e82a',
    change: 'A message may show products as cards; a preview says how they were found.',
  },
  {
    version: 84,
    hash: '0a0634377e6d862d',
    change:
      'Notifications: lists from a number, the unread set with its cursor, read up to a number, gathered ones, further kinds, settings by kind and way.',
  },
  {
    version: 85,
    hash: '11e1957ac564fdb1',
    change:
      'Subscriptions by their life: trialing to canceled, grace, provider; plans with documents and channels.',
  },
  {
    version: 86,
    hash: 'f6f9817d2f0b7878',
    change: 'See the commit.',
  },
  {
    version: 87,
    hash: '6df7130009f4c952',
    change:
      'Plans are changed with a preview, bought with a coupon or by a signed link; internal accounts write plans, coupons and grants; who changed what of billing; charges name their refund.',
  },
  {
    version: 88,
    hash: '23edf0aca290f2ca',
    change: 'Automations: what is set, what it would do today, its cases with each decision.',
  },
  {
    version: 89,
    hash: '302cdef97fa04f09',
    change: 'A question finds tutorial pages.',
  },
  {
    version: 90,
    hash: 'e852ba549c258e1a',
    change:
      'Billing says whether a cancellation can be taken back; waits of automations in halves of a minute.',
  },
  {
    version: 91,
    hash: '7920a35dfd2dcfb4',
    change: "A client's orders, asked of the shops; a turn may be about an order.",
  },
  {
    version: 92,
    hash: '3e46745921dc9a09',
    change:
      'An automation says by which numbers it may leave, and how many of its messages Meta charged for.',
  },
  {
    version: 93,
    hash: '52e33a5a3a8f6120',
    change:
      'Figures by subject and interaction of the bot, and of campaigns, automations, products and tickets; their rows name the room that they belong to.',
  },
  {
    version: 94,
    hash: '23a1afa1d0f56f94',
    change: 'See the commit.',
  },
  {
    version: 95,
    hash: '81e052bf6bd5c81b',
    change: 'An interaction of a bot may open a ticket; the preview says which would be opened.',
  },
  {
    version: 96,
    hash: 'f71a8bec21478f52',
    change: 'Settings of tickets say the address at which mail becomes one.',
  },
  {
    version: 97,
    hash: 'ab6cfba0b166cba8',
    change:
      'Carts that the page of a shop reports are listed with who confirms each, and a case of one says so among its decisions.',
  },
  {
    version: 98,
    hash: '88ee3cc32ef0a334',
    change:
      'One period can be paid by one payment; coupons have versions and hold for some charges; charges say what a coupon took off.',
  },
  {
    version: 99,
    hash: '69a8abd3e124701f',
    change: 'A text is searched inside one conversation.',
  },
  {
    version: 100,
    hash: 'de9290f23439bf95',
    change: 'What was said in a conversation is mailed to its client.',
  },
  {
    version: 101,
    hash: '578c5827b62d8619',
    change: 'Tickets to the makers carry files.',
  },
  {
    version: 102,
    hash: '95d95ee36b291a26',
    change:
      'A link by which somebody else pays carries a coupon; what is left of a paid period can be had with a larger plan.',
  },
  {
    version: 103,
    hash: '4381df1f8996785a',
    change: 'A page of conversations says where its total is a lower bound.',
  },
  {
    version: 104,
    hash: 'd3b55ac8b189b534',
    change:
      'Messages are sent later: planned, changed, sent at once and taken back; a card counts them; the kind of notice unsent.',
  },
  {
    version: 105,
    hash: 'a8479b9ac9938df3',
    change:
      'Conversations have a priority, by which they are filtered; what somebody has in hand is listed, counted and explained.',
  },
  {
    version: 106,
    hash: 'e3648ed74ce3b00f',
    change: 'Macros: kept, ordered, run on a conversation and undone; the topic macros.',
  },
  {
    version: 107,
    hash: '0aadaca26864a31d',
    change:
      'The language model helps who answers in the inbox: drafts, other words, translations, summaries, tags; a bot says whether.',
  },
  {
    version: 108,
    hash: '9720eb3720063069',
    change:
      'Conversations are followed; cards say who follows them and who is named in their notes, events what they said before; both are listed, counted, explained; the kind of notice followed.',
  },
  {
    version: 109,
    hash: '603db7130bfe9f1a',
    change: 'A macro for many conversations, as one of the changes for many.',
  },
  {
    version: 110,
    hash: '9e517724acadb698',
    change:
      'Deadlines for answers: set by a bot, on cards and events, listed, counted and explained, supervised; the kind of notice answer_due.',
  },
  {
    version: 111,
    hash: '5800819dc33ea403',
    change:
      'A bot has rules of assignment, capacity and a try-out; steps say why a conversation got its agent; one is given to a team.',
  },
  {
    version: 112,
    hash: 'c14fd2077a0908be',
    change:
      'Absences are planned, changed and taken back; bots name skills, agents have them; who is there on what; an own day; the topics presence, absences and skills.',
  },
  {
    version: 113,
    hash: '8592678c05300a75',
    change:
      "A site's own users: visitors show who the site has signed for; its secrets are made, rotated and ended. The form out of hours; documents that customers may read in the chat.",
  },
  {
    version: 114,
    hash: '77ec991515331f76',
    change: 'Messages and steps across conversations tell when there are more than were counted.',
  },
  {
    version: 115,
    hash: 'aa4c2321b7e9ec03',
    change:
      'Two conversations of a client are joined and separated; cards name what is read with them and where they went on; what was said there is read by the one that has it.',
  },
  {
    version: 116,
    hash: '22826bcdd7cfd8f4',
    change:
      'Rules of assignment ask for skills; reasons say which; areas have deadlines of their own, and cards say whose theirs is; figures of deadlines; the kind of notice absence.',
  },
  {
    version: 117,
    hash: '3595251066f75cf1',
    change: "Quick replies carry files and buttons; a person's message offers buttons.",
  },
  {
    version: 118,
    hash: '02ba35acacf2633a',
    change:
      'A summary of a conversation is kept for who takes it, where its owner wants it; the model helps in tickets and proposes one; words are made clearer, or Spanish.',
  },
  {
    version: 119,
    hash: 'b88c968325958d86',
    change: 'Whether the chat in a site offers its form out of hours is its owner’s to say.',
  },
  {
    version: 120,
    hash: '3fbf1f2d7e69a9c7',
    change:
      'The chat in a site speaks Spanish, English or Portuguese: chosen by its owner, said in the handshake, read in the panel.',
  },
];
