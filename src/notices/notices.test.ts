import { expect, it } from 'vitest';
import { DEFAULT_NOTICES, isQuiet } from '../../contract/notice-settings.ts';
import type { Notice } from '../../workers/hub/surface/notice.ts';
import { browserNotice } from './notice-text.ts';
import { quietFor, quietText } from './quiet.ts';

const INBOX = '/charla-live-2';
const at = { botId: 64, eventId: 'e1', conversationId: 'c 1', leadName: 'Marta Soto' };
const ALL: Notice[] = [
  { kind: 'new-conversation', channel: 'whatsapp', ...at },
  { kind: 'pending', channel: 'web', assigned: false, ...at },
  { kind: 'pending', channel: 'web', assigned: true, ...at },
  { kind: 'message', text: 'mi clave es 1234', ...at },
  { kind: 'derived', from: 'Ana Díaz', reason: 'sabe de tallas', ...at },
  {
    kind: 'notification',
    botId: 64,
    eventId: 'e1',
    tag: 'e1',
    action: 'user_tagged',
    subject: 'Te mencionaron en una nota',
    body: 'Ana Díaz te mencionó en una nota de la conversación de Marta Soto',
    link: '/tickets',
  },
];

it('names nobody and quotes nothing without leave', () => {
  const said = JSON.stringify(ALL.map((notice) => browserNotice(notice, false, INBOX)));
  expect(said).not.toMatch(/Marta|Ana|1234|tallas/);
});

it('says who and what with leave', () => {
  const bodies = ALL.map((notice) => browserNotice(notice, true, INBOX)?.body);
  expect(bodies).toEqual([
    'Marta Soto por WhatsApp',
    'Marta Soto espera por Web',
    'Marta Soto espera por Web',
    'Marta Soto: mi clave es 1234',
    'Ana Díaz te derivó la conversación de Marta Soto: sabe de tallas',
    'Ana Díaz te mencionó en una nota de la conversación de Marta Soto',
  ]);
});

it('leads to the conversation, in the state where it is', () => {
  expect(ALL.map((notice) => browserNotice(notice, false, INBOX)?.url)).toEqual([
    `${INBOX}?bot=64&state=active&conversation=c%201`,
    `${INBOX}?bot=64&state=pending&conversation=c%201`,
    `${INBOX}?bot=64&state=taken&conversation=c%201`,
    `${INBOX}?bot=64&state=taken&conversation=c%201`,
    `${INBOX}?bot=64&state=taken&conversation=c%201`,
    '/tickets',
  ]);
});

it('replaces what it said of the same conversation, and never a transfer', () => {
  expect(ALL.map((notice) => browserNotice(notice, false, INBOX)?.tag)).toEqual([
    'c-c 1',
    'c-c 1',
    'c-c 1',
    'c-c 1',
    'e1',
    'e1',
  ]);
});

it('a sound is no notice of the browser', () => {
  expect(browserNotice({ kind: 'sound', sound: 'new-lead', eventId: 'e1' }, true, INBOX)).toBeNull();
});

it('quiet mode ends by itself, or by hand alone', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const quiet = (choice: Parameters<typeof quietFor>[0]) => ({
    ...DEFAULT_NOTICES,
    quiet: quietFor(choice, now),
  });
  expect(isQuiet(DEFAULT_NOTICES, now)).toBe(false);
  expect(isQuiet(quiet('30'), now + 29 * 60_000)).toBe(true);
  expect(isQuiet(quiet('30'), now + 30 * 60_000)).toBe(false);
  expect(quietText(quiet('60').quiet, now)).toBe('hasta las 16:00');
  expect(quietText(quiet('tomorrow').quiet, now)).toBe('hasta el 22/11/2026 a las 08:00');
  expect(isQuiet(quiet('always'), now + 10 ** 12)).toBe(true);
  expect(quietText(quiet('always').quiet, now)).toBe('hasta que lo desactives');
});
