/** What the composer finds in a text. */
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../../contract/limits.ts';
import { lockView } from '../channel/lock-text.ts';
import { mentionsIn } from './mentions.ts';
import { insertion, triggerAt } from './trigger.ts';

const at = (text: string, mode: 'reply' | 'note' = 'reply') => triggerAt(text, text.length, mode);

describe('signs', () => {
  it('finds a quick reply after a slash that begins a word, in replies', () => {
    expect(at('/')).toEqual({ kind: 'quick', query: '', from: 0 });
    expect(at('Hola /des')).toEqual({ kind: 'quick', query: 'des', from: 5 });
    expect(at('y/o')).toBeNull();
    expect(at('https://a')).toBeNull();
    expect(at('/hola ')).toBeNull();
    expect(at('/hola', 'note')).toBeNull();
  });

  it('finds a colleague after an at sign, in notes, with the spaces of a name', () => {
    expect(at('@', 'note')).toEqual({ kind: 'mention', query: '', from: 0 });
    expect(at('ojo @Ana Pé', 'note')).toEqual({ kind: 'mention', query: 'Ana Pé', from: 4 });
    expect(at('ana@tienda', 'note')).toBeNull();
    expect(at('@Ana  ', 'note')).toBeNull();
    expect(at('@Ana')).toBeNull();
  });

  it('finds an emoji after a colon and two letters; smileys, hours and addresses stay', () => {
    expect(at('hola :son')).toEqual({ kind: 'emoji', query: 'son', from: 5 });
    for (const text of [':)', ':D', ': a', '10:30', 'http://']) expect(at(text), text).toBeNull();
  });

  it('looks before the cursor only, and puts a space after names and emoji where there is none', () => {
    const text = 'Hola /des y más';
    const quick = triggerAt(text, 9, 'reply');
    expect(quick).toEqual({ kind: 'quick', query: 'des', from: 5 });
    expect(quick && insertion(text, quick, 9, 'Despachamos')).toBe('Despachamos');
    const emoji = at('bien :son');
    expect(emoji && insertion('bien :son', emoji, 9, '😀')).toBe('😀 ');
    expect(emoji && insertion('bien :son sí', emoji, 9, '😀')).toBe('😀');
  });
});

describe('mentions', () => {
  const people = [
    { id: 1, name: 'Ana' },
    { id: 2, name: 'Ana María' },
    { id: 3, name: 'Bruno' },
  ];
  it('names whom the text names, the longer name first, and nobody inside a word or an address', () => {
    expect(mentionsIn('@Ana María y @Bruno', people).sort()).toEqual([2, 3]);
    expect(mentionsIn('@Ana, ¿lo ves?', people)).toEqual([1]);
    expect(mentionsIn('@Anabel x@Bruno @nadie', people)).toEqual([]);
  });
});

describe('the 24 h window', () => {
  const start = Date.parse('2026-11-21T10:00:00.000Z');
  const since = new Date(start).toISOString();
  const view = (left: number, channel: 'whatsapp' | 'web' = 'whatsapp') =>
    lockView(channel, since, start + LIMITS.conversationLock - left);
  it('counts down, warns in the last hour, and ends', () => {
    expect(view(3 * 3_600_000 + 61_000)).toEqual({
      locked: false,
      templates: true,
      soon: false,
      text: 'Quedan 3 h 2 min para responder por WhatsApp',
    });
    expect(view(2 * 3_600_000)?.text).toBe('Quedan 2 h para responder por WhatsApp');
    expect(view(59_000)).toMatchObject({ locked: false, soon: true, text: expect.stringContaining('1 min') });
    expect(view(0)).toMatchObject({ locked: true });
    expect(lockView('instagram', null, start)).toMatchObject({ locked: true });
    expect(view(0, 'web')).toBeNull();
  });
  it('Messenger and Instagram: after 24 h it says that a person answers, for 7 days, and then that nothing goes', () => {
    const at = (hours: number) => lockView('messenger', since, start + hours * 3_600_000);
    expect(at(23)?.text).toBe('Quedan 1 h para responder por Messenger');
    expect(at(24)).toEqual({
      locked: false,
      templates: false,
      soon: false,
      text: 'Pasaron 24 h: sale como respuesta de una persona. Quedan 6 días',
    });
    expect(at(7 * 24 - 1)).toMatchObject({ locked: false, soon: true });
    expect(at(7 * 24)).toMatchObject({ locked: true, templates: false });
  });
});
