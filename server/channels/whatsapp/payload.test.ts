/** What /menu-inicial says that a channel shows is what leaves: both read one table. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { menuFit } from '../../../contract/rules/menu-channels.ts';
import { wordsPayload } from './payload.ts';

interface Reply {
  id: string;
  title: string;
}

function repliesOf(payload: Record<string, unknown>): { form: string; replies: Reply[] } {
  const { type, action } = payload['interactive'] as {
    type: string;
    action: { buttons?: { reply: Reply }[]; sections?: { rows: Reply[] }[] };
  };
  return {
    form: type === 'button' ? 'buttons' : 'list',
    replies: action.buttons?.map(({ reply }) => reply) ?? action.sections?.flatMap(({ rows }) => rows) ?? [],
  };
}

const labels = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '👍', ' '), minLength: 1, maxLength: 40 }),
  { minLength: 1, maxLength: 14 },
);

it('a menu leaves in the form, with as many options and as long labels as the screen says, all different', () => {
  fc.assert(
    fc.property(labels, (given) => {
      const buttons = given.map((label, at) => ({ id: `b${at}`, label }));
      const fit = menuFit('whatsapp', given);
      const { form, replies } = repliesOf(
        wordsPayload({ text: 'Elige', buttons, template: null, replyTo: null }),
      );
      expect(form).toBe(fit.form);
      expect(replies).toHaveLength(Math.min(given.length, fit.most));
      for (const { title } of replies) expect([...title].length).toBeLessThanOrEqual(fit.label);
      expect(new Set(replies.map(({ title }) => title)).size).toBe(replies.length);
      if (fit.fits) expect(replies.map(({ title }) => title)).toEqual(given);
    }),
  );
});
