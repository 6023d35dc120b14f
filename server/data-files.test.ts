/** What the product says lies in data files beside the code: each is read through a schema, and fits its neighbours. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { TEMPLATES } from '../contract/states.ts';
import { CATALOGUE } from './assistant/catalogue/catalogue.ts';
import { examplesFile, templateFile } from './assistant/catalogue/template.ts';
import { examplePhrases, writtenBot } from './assistant/catalogue/topics/written-bot.ts';
import { documentsFile } from './assistant/demo/documents.ts';
import { byIntentFile, ofNoIntentFile } from './assistant/evaluation/phrases.ts';
import { namesFile } from './crm/demo/names.ts';
import { goodsFile } from './inbox/demo/goods.ts';
import { keptAtHandFile } from './inbox/demo/kept-at-hand.ts';
import { storiesFile } from './inbox/demo/stories.ts';
import { pageContents, pagesFile } from './pages/content.ts';
import { goodsOfShop } from './products/demo/demo.ts';

const FILES: Record<string, z.ZodMiniType> = {
  'assistant/catalogue/examples/ecommerce.json': examplesFile,
  'assistant/catalogue/examples/foreign.json': z.record(z.enum(TEMPLATES), examplePhrases),
  'assistant/catalogue/examples/generica.json': examplesFile,
  'assistant/catalogue/templates/ecommerce.json': templateFile,
  'assistant/catalogue/templates/generica.json': templateFile,
  'assistant/demo/cafe.json': writtenBot,
  'assistant/demo/documents.json': documentsFile,
  'assistant/engine/foreign-few.json': examplePhrases,
  'assistant/engine/foreign.json': examplePhrases,
  'assistant/engine/slots/comunas.json': z.record(z.string(), z.array(z.string().check(z.minLength(1)))),
  'assistant/evaluation/by-intent.json': byIntentFile,
  'assistant/evaluation/of-no-intent.json': ofNoIntentFile,
  'crm/demo/names.json': namesFile,
  'inbox/demo/goods.json': goodsFile,
  'inbox/demo/kept-at-hand.json': keptAtHandFile,
  'inbox/demo/stories.json': storiesFile,
  'pages/content.json': pagesFile,
  'products/demo/goods.json': goodsOfShop,
};
const contentOf = (file: string): unknown => JSON.parse(readFileSync(join('server', file), 'utf8'));

describe('data files', () => {
  it('each is known here', () => {
    const found = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.replaceAll(sep, '/'));
    expect(found.toSorted()).toEqual(Object.keys(FILES).toSorted());
  });

  it.each(Object.entries(FILES))('%s is as its schema says', (file, schema) => {
    const content = contentOf(file);
    // Nothing is in it that nobody reads.
    expect(schema.parse(content)).toEqual(content);
  });

  it.each([
    [
      'a field that nobody knows',
      (bot: WrittenTemplate) => Object.assign(bot.sections[0]!.topics[0]!, { butons: [] }),
    ],
    [
      'a name that is no name',
      (bot: WrittenTemplate) => Object.assign(bot.sections[0]!.topics[0]!, { name: 'Mi pedido' }),
    ],
    [
      'a label too long for a button',
      (bot: WrittenTemplate) => bot.welcome.buttons.push(['x'.repeat(81), 'a']),
    ],
    ['no answer', (bot: WrittenTemplate) => bot.fallback.answers.splice(0)],
  ])('a template with %s is refused', (_, spoil) => {
    const words = templateFile.parse(contentOf('assistant/catalogue/templates/ecommerce.json'));
    spoil(words);
    expect(templateFile.safeParse(words).success).toBe(false);
  });

  it('a story that asks for a word that nobody fills in is refused', () => {
    const [story] = storiesFile.parse(contentOf('inbox/demo/stories.json'));
    const told = (line: string) => [
      {
        ...story,
        bot: [
          ['c', line],
          ['b', 'Hola'],
        ],
      },
    ];
    expect(storiesFile.safeParse(told('¿Dónde viene el {order}?')).success).toBe(true);
    expect(storiesFile.safeParse(told('¿Dónde viene el {pedido}?')).success).toBe(false);
  });

  it.each(TEMPLATES)('the examples of %s are of its topics', (name) => {
    const { sections, examples } = CATALOGUE[name];
    const topics = sections.flatMap(({ topics }) => topics.map((topic) => topic.name));
    expect(Object.keys(examples).filter((topic) => !topics.includes(topic))).toEqual([]);
  });

  it('a bot is welcomed by its own name, whatever it is', () => {
    const { welcome } = CATALOGUE.ecommerce.shell('Luz $& Sur');
    expect(welcome.answers.join()).toContain('Soy el asistente de Luz $& Sur.');
  });

  it('a tutorial page links to paths of the product alone', () => {
    const ways = pageContents('/andes-live-2')
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === 'link' ? [block.to] : []));
    expect(ways).toContain('/andes-live-2');
    for (const way of ways) expect(way).toMatch(/^\/[a-z0-9/-]+$/);
  });
});

type WrittenTemplate = z.infer<typeof templateFile>;
