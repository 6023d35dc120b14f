/** The voices: what customers write, put to both templates. The whole table is `npx tsx bench/intents.ts`. */
import { expect, it } from 'vitest';
import { judge, sum, VOICE_TEMPLATES, voiceEar } from '../bench/intents/by-voice.ts';
import { readVoices } from '../bench/intents/voices.ts';
import { templateModel } from '../server/assistant/catalogue/catalogue.ts';
import { trainIntents } from '../server/assistant/engine/classifier.ts';

const voices = readVoices();
/** The two that were read while examples were written. What the others say is shown to nobody who tunes. */
const READ = new Set(['estudiante', 'enojada']);

it.each(VOICE_TEMPLATES)(
  'understands every voice: %s',
  async (template) => {
    const model = templateModel(template, 'Negocio');
    const ear = voiceEar(model, trainIntents(model));
    const faults: string[] = [];
    const tallies = [];
    for (const voice of voices)
      tallies.push(await judge(voice[template], ear, READ.has(voice.voice) ? faults : undefined));
    const { own, right, offered, wrong, foreign, foreignAnswered, person, heard, falsePerson } = sum(tallies);
    expect(right / own, faults.join('\n')).toBeGreaterThanOrEqual(0.8);
    expect((right + offered) / own).toBeGreaterThanOrEqual(0.92);
    expect(wrong / own).toBeLessThanOrEqual(0.03);
    expect(foreignAnswered / foreign).toBeLessThanOrEqual(0.05);
    expect(heard / person).toBeGreaterThanOrEqual(0.9);
    expect(falsePerson).toBeLessThanOrEqual(3);
  },
  120_000,
);

it('has eight voices, none of whose messages is an example', () => {
  expect(voices).toHaveLength(8);
  for (const template of VOICE_TEMPLATES) {
    const examples = new Set(templateModel(template, 'x').intents.flatMap((intent) => intent.examples));
    const messages = voices.flatMap((voice) => voice[template]);
    expect(messages.length).toBeGreaterThanOrEqual(400);
    expect(messages.filter(({ text }) => examples.has(text))).toEqual([]);
  }
});
