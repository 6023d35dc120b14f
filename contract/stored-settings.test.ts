import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DEFAULT_NOTICES, noticeSettings } from './notice-settings.ts';
import { DEFAULT_SOUNDS, soundSettings } from './sounds.ts';
import { storedSettings } from './stored-settings.ts';

const { mention: _, ...withoutMention } = DEFAULT_NOTICES.ways;

it('keeps what was chosen when a kind is new: only the new one takes its default', () => {
  const stored = {
    ways: { ...withoutMention, ticket: { push: false } },
    show_text: true,
    quiet: { until: null },
  };
  expect(storedSettings(noticeSettings, stored, DEFAULT_NOTICES)).toEqual({
    ways: { ...DEFAULT_NOTICES.ways, ticket: { ...DEFAULT_NOTICES.ways.ticket, push: false } },
    show_text: true,
    quiet: { until: null },
  });
});

it('keeps the other sounds when one is no longer on offer', () => {
  const stored = { has_sound: false, sounds: { ...DEFAULT_SOUNDS.sounds, new_lead: 'grillo', gone: 'gota' } };
  expect(storedSettings(soundSettings, stored, DEFAULT_SOUNDS)).toEqual({
    has_sound: false,
    sounds: DEFAULT_SOUNDS.sounds,
  });
});

it.each([[undefined], [null], ['text'], [[]], [{}]])('takes the defaults of %j', (stored) => {
  expect(storedSettings(noticeSettings, stored, DEFAULT_NOTICES)).toEqual(DEFAULT_NOTICES);
});

it('takes no value of another kind', () => {
  const schema = z.object({ on: z.boolean(), inner: z.object({ count: z.int() }) });
  const defaults = { on: true, inner: { count: 3 } };
  expect(storedSettings(schema, { on: 'no', inner: { count: 'x' } }, defaults)).toEqual(defaults);
});
