import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { conversation } from '../../contract/entities/conversation.ts';
import { message as messageSchema } from '../../contract/entities/message.ts';
import { parseFrame } from '../../contract/realtime/events.ts';
import { rutCheckDigit } from '../../contract/rut.ts';
import { card, event, inbox, message } from '../inbox/testing/samples.ts';
import { makeExport } from './export-file.ts';
import { Redactor } from './redact.ts';

/** Personal things in the forms in which people write them; each is found again by looking for `traces`. */
const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((all) => all.join(''));
const word = fc
  .array(fc.constantFrom(...'abcdefghijklmnñopqrstuvwxyzáéíóú'), { minLength: 7, maxLength: 12 })
  .map((letters) => `Q${letters.join('')}`);
const email = fc.tuple(word, word).map(([who, at]) => `${who}@${at}.cl`);
const phone = fc
  .tuple(digits(8, 8), fc.constantFrom('+56 9 ', '+569', '9 ', '(56) 9-'), fc.constantFrom('', ' ', '-', '.'))
  .map(([number, prefix, gap]) => `${prefix}${number.slice(0, 4)}${gap}${number.slice(4)}`);
const rut = fc
  .tuple(fc.integer({ min: 4_000_000, max: 29_999_999 }), fc.constantFrom('dots', 'dash', 'bare'))
  .map(([number, form]) => {
    const check = rutCheckDigit(String(number));
    if (form === 'bare') return `${number}${check}`;
    const dotted = String(number).replace(/\B(?=(\d{3})+$)/g, '.');
    return `${form === 'dots' ? dotted : number}-${check}`;
  });
const token = fc
  .array(fc.constantFrom(...'abcdefABCDEF0123456789_-'), { minLength: 24, maxLength: 60 })
  .map((all) => all.join(''));
const person = fc.record({ name: word, surname: word, email, phone, rut, token, said: word });
type Person = typeof person extends fc.Arbitrary<infer P> ? P : never;

/** A log in which a person's data stands wherever people's texts can stand. */
function logOf(people: readonly Person[]) {
  let seq = 0;
  const frames = people.flatMap((who, at) => {
    const full = `${who.name} ${who.surname}`;
    const text = `Hola, soy ${full} (${who.said}), mi correo es ${who.email}, fono ${who.phone}, rut ${who.rut}. ${who.token}`;
    const written = message(at + 1, {
      _id: `wamid.${who.phone}`,
      mid: `wamid.${who.token}`,
      temporal_id: who.token,
      conversation_id: `c${at}`,
      text,
      reason: `No se pudo enviar a ${who.phone}`,
      agent: { id: 11, name: full, image: `/uploads/${who.token}` },
      buttons: [{ id: who.email, label: `Llamar a ${who.phone}` }],
      attachments: [
        { id: who.token, name: `${full}.pdf`, type: `image/${who.said}`, size: 7, url: who.token },
      ],
    });
    const about = card(`c${at}`, {
      lead_id: who.phone,
      lead_name: full,
      custom: { name: who.surname },
      agent_name: full,
      last_message: text,
      tags: [who.said, who.rut, 'ventas'],
      rating: { stars: 5, comment: `Gracias ${full}, ${who.email}` },
    });
    const actor = { kind: 'visitor' as const, id: who.phone, name: full };
    seq += 2;
    return [
      { ...event(seq - 1, 'NEW_CONVERSATION', { conversation: about }), actor },
      { ...event(seq, 'NEW_MESSAGE', { message: written, conversation: about }), actor },
    ];
  });
  const state = inbox();
  return { frames, state };
}

const traces = (who: Person): string[] => [
  who.name,
  who.surname,
  who.email,
  who.rut,
  who.rut.replace(/\D/g, ''),
  who.token,
  who.phone,
  who.phone.replace(/\D/g, '').slice(-8),
];
const exported = (people: readonly Person[], texts: boolean): string => {
  const { frames, state } = logOf(people);
  const { bot_id, seq, sight, viewer, matrix } = state;
  const about = { errors: people.map(({ email: mail, phone: fono }) => `could not read ${mail} ${fono}`) };
  for (const frame of frames) {
    if (frame.name !== 'NEW_CONVERSATION' || !('lead_id' in frame.data.conversation)) continue;
    state.cards.set(frame.data.conversation.id, frame.data.conversation);
  }
  state.messages.set('c0', {
    floor: 1,
    messages: frames.flatMap((frame) =>
      frame.name === 'NEW_MESSAGE' && frame.data.message ? [frame.data.message] : [],
    ),
  });
  const file = makeExport(
    { base: { bot_id, seq, sight, viewer, matrix }, frames, state },
    about,
    '2026-11-21T12:00:00.000Z',
    { texts },
  );
  return JSON.stringify(file);
};

describe('redaction', () => {
  it('EXP-3 leaves nothing personal, wherever it stood', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 4 }), (people) => {
        const text = exported(people, false);
        for (const who of people) {
          for (const trace of [...traces(who), who.said]) expect(text).not.toContain(trace);
        }
      }),
    );
  });

  it('EXP-3 takes any text, in whatever writing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 12 }), (secret) => {
        const marked = `«${secret}»`;
        const { frames, state } = logOf([]);
        const { bot_id, seq, sight, viewer, matrix } = state;
        const told = event(1, 'NEW_MESSAGE', {
          message: message(1, { text: marked, reason: marked, temporal_id: marked }),
          conversation: card('a', { lead_name: marked, last_message: marked, tags: [marked] }),
        });
        const file = makeExport(
          { base: { bot_id, seq, sight, viewer, matrix }, frames: [...frames, told], state },
          null,
          '2026-11-21T12:00:00.000Z',
          { texts: false },
        );
        expect(JSON.stringify(file)).not.toContain(JSON.stringify(marked).slice(1, -1));
      }),
    );
  });

  it('EXP-4 with texts, what names somebody is taken out of them', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 4 }), (people) => {
        const text = exported(people, true);
        for (const who of people) for (const trace of traces(who)) expect(text).not.toContain(trace);
      }),
    );
    const [one] = fc.sample(person, 1);
    expect(exported(one ? [one] : [], true)).toContain('Hola, soy [nombre] [nombre]');
  });

  it('EXP-5 keeps what the fold needs: a redacted frame is a frame of the wire', () => {
    const [one] = fc.sample(person, { numRuns: 1, seed: 7 });
    const file = JSON.parse(exported(one ? [one] : [], false)) as { frames: { name: string }[] };
    for (const { name, ...content } of file.frames) expect(parseFrame(name, content)).not.toBeNull();
    expect(file.frames[0]).toMatchObject({
      name: 'NEW_CONVERSATION',
      actor: { kind: 'visitor' },
      data: { conversation: { state: 'active', channel: 'web', bot_id: 64 } },
    });
  });
});

it('is what the wire takes with everything that a channel tells, and says nowhere where somebody is', () => {
  const at = '2026-11-23T15:00:00.000Z';
  const whole = message(1, {
    edited_at: at,
    revision: 2,
    template: { name: 'aviso', language: 'es_CL' },
    attachments: [
      { id: 'a1', name: 'foto.jpg', type: 'image/jpeg', size: 7, state: 'failed', reason: 'Ya no está.' },
    ],
    extra: {
      kind: 'location',
      reply_to: { mid: 'wamid.1', text: 'Hola, soy Ana' },
      reactions: [{ from: 'Cliente', emoji: '👍', at }],
      location: { latitude: -33.4372, longitude: -70.6506 },
      from_app: true,
      deleted: false,
      changed_at: at,
      referral: { headline: 'Carpas', body: null, source_url: 'https://fb.me/1' },
    },
  });
  const shown = { message: whole, card: card('c1', { window_expires_at: at }) };
  const redacted = new Redactor({ texts: false }).redact(shown);
  expect(z.safeParse(messageSchema, redacted.message).error).toBeUndefined();
  expect(z.safeParse(conversation, redacted.card).error).toBeUndefined();
  expect(redacted.card.window_expires_at).toBe(at);
  expect(JSON.stringify(redacted)).not.toMatch(/33\.4|70\.6|fb\.me|Ana/);
});

const ENDLESS = ['x', '.', '1', '@', '7 '] as const;
it.each(ENDLESS)('FLOOD-7 a message that is nothing but %j costs what its length does', (piece) => {
  const { text } = new Redactor({ texts: true }).redact({ text: piece.repeat(200_000) });
  expect(text.length).toBeGreaterThan(0);
});
