/** What others would use: nlp.js and BM25 as they come, each with the thresholds that its own documentation names. */
import { createRequire } from 'node:module';
import MiniSearch from 'minisearch';
import { type IndexedPassage, PassageIndex } from '../../server/assistant/documents/passage-index.ts';
import type { BotModel } from '../../server/assistant/engine/bot-model.ts';
import type { Knowledge } from '../../server/assistant/engine/respond.ts';

interface Heard {
  intent: string | null;
  score: number;
  offered: string[];
}

interface NlpManager {
  addLanguage(language: string): void;
  addDocument(language: string, text: string, intent: string): void;
  train(): Promise<void>;
  process(language: string, text: string): Promise<{ intent: string; score: number }>;
}

/** nlp.js 4.27 with its Spanish; an answer from 0.5 on, as it comes, 'None' is no answer. */
export async function plainNlpJs(model: BotModel): Promise<(text: string) => Promise<Heard>> {
  const require = createRequire(import.meta.url);
  const { containerBootstrap } = require('@nlpjs/core');
  const { Nlp } = require('@nlpjs/nlp');
  const { LangEs } = require('@nlpjs/lang-es');
  const container = await containerBootstrap();
  container.use(Nlp);
  container.use(LangEs);
  const nlp = container.get('nlp') as NlpManager & { settings: { autoSave: boolean; log: boolean } };
  nlp.settings.autoSave = false;
  nlp.settings.log = false;
  nlp.addLanguage('es');
  for (const { name, examples } of model.intents)
    for (const text of examples) nlp.addDocument('es', text, name);
  await quietly(() => nlp.train());
  return async (text) => {
    const { intent, score } = await nlp.process('es', text);
    return { intent: intent === 'None' || score < 0.5 ? null : intent, score, offered: [] };
  };
}

/** It prints each epoch whatever its settings say. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => undefined;
  try {
    await work();
  } finally {
    console.log = log;
  }
}

/** MiniSearch's BM25 over the examples; whatever is found first answers, as a plain search box would. */
export async function plainBm25(model: BotModel): Promise<(text: string) => Promise<Heard>> {
  const index = new MiniSearch<{ id: number; text: string; intent: string }>({
    fields: ['text'],
    storeFields: ['intent'],
    searchOptions: { prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    model.intents
      .flatMap(({ name, examples }) => examples.map((text) => ({ text, intent: name })))
      .map((example, id) => ({ id, ...example })),
  );
  return async (text) => {
    const [first] = index.search(text);
    return { intent: first ? String(first['intent']) : null, score: first?.score ?? 0, offered: [] };
  };
}

/** Passages of 100 words about anything, as a bot's documents hold them: what they cost at their worst. */
export async function passageSearch(count: number): Promise<Knowledge> {
  const words =
    'despacho cambio boleta garantia producto cliente plazo region pago cuota talla reserva hora visita informe contrato retiro envio oferta precio tienda servicio tecnico datos correo factura certificado reclamo persona equipo'.split(
      ' ',
    );
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state;
  };
  const text = () =>
    Array.from(
      { length: 100 },
      () => `${words[next() % words.length]}${next() % 3 === 0 ? ` ${next() % 500}` : ''}`,
    ).join(' ');
  return knowledgeOf(
    Array.from({ length: count }, (_, id) => ({
      id: String(id),
      documentId: String(id % 50),
      title: 'Manual',
      url: null,
      text: text(),
      place: null,
      heading: null,
      live: true,
    })),
  );
}

/** What a bot answers, each intent's as a passage: what a document with the same contents would hold. */
export function answersAsPassages(model: BotModel, headed: boolean): Promise<Knowledge> {
  return knowledgeOf(
    model.nodes.flatMap(({ intent, title, answers }) =>
      intent === undefined
        ? []
        : [
            {
              id: intent,
              documentId: '1',
              title: 'Manual',
              url: null,
              text: answers.join('\n'),
              place: null,
              heading: headed ? title : null,
              live: true,
            },
          ],
    ),
  );
}

async function knowledgeOf(passages: readonly IndexedPassage[]): Promise<Knowledge> {
  const index = await PassageIndex.of(passages);
  return {
    search: (question) =>
      index
        .search(question, 3)
        .filter(({ answers }) => answers)
        .map(({ passage, score }) => ({ id: passage.id, title: passage.title, text: passage.text, score })),
  };
}
