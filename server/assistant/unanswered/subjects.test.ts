import { expect, it } from 'vitest';
import { gatherSubjects, type OpenQuestion } from './subjects.ts';

const question = (text: string, more: Partial<OpenQuestion> = {}): OpenQuestion => ({
  key: text,
  text,
  count: 1,
  lastAt: '2026-11-20T12:00:00.000Z',
  guesses: [],
  chosen: null,
  answer: null,
  ...more,
});
const TITLES: Record<string, string> = { envio: 'Envíos', horario: 'Horario' };
const gather = (...questions: OpenQuestion[]) =>
  gatherSubjects(questions, (intent) => TITLES[intent] ?? null);

it('gathers what is about the same, and keeps apart what is not', () => {
  const subjects = gather(
    question('arriendan bicicletas', { count: 4 }),
    question('¿se pueden arrendar bicis o bicicletas de montaña?'),
    question('hacen arriendo de bicicletas por dia'),
    question('reparan paraguas'),
    question('ustedes arreglan paraguas rotos'),
    question('venden entradas para el concierto'),
  );
  expect(subjects.map(({ questions, count }) => [questions.map(({ text }) => text), count])).toEqual([
    [
      [
        'arriendan bicicletas',
        '¿se pueden arrendar bicis o bicicletas de montaña?',
        'hacen arriendo de bicicletas por dia',
      ],
      6,
    ],
    [['reparan paraguas', 'ustedes arreglan paraguas rotos'], 2],
    [['venden entradas para el concierto'], 1],
  ]);
  expect(subjects[0]).toMatchObject({
    home: null,
    examples: ['arriendan bicicletas', expect.any(String)],
    test: expect.any(String),
  });
  expect(subjects[1]?.test).toBeNull();
});

it('proposes the place that the engine guesses for all of them, and none that the draft has no more', () => {
  const guesses = [
    { intent: 'envio', score: 0.5 },
    { intent: 'gone', score: 0.45 },
    { intent: 'horario', score: 0.2 },
  ];
  const [subject] = gather(
    question('mandan a rapa nui', { guesses }),
    question('mandan cosas a la isla de rapa nui', { guesses }),
  );
  expect(subject?.home).toEqual({ intent_name: 'envio', title: 'Envíos', score: 0.5, chosen: false });
  expect(subject?.others.map(({ intent_name }) => intent_name)).toEqual(['horario']);
});

it('gathers what customers wrote in their own words, and proposes no place for a guess that would not be offered', () => {
  const said = [
    'tienen cursos o talleres de costura',
    'me quiero inscribir al taller de costura cuando parte',
    'la musica de la tienda esta muy fuerte',
    'bajen la musica por favor',
    'arreglan cierres de chaquetas',
    'son pet friendly',
  ];
  const subjects = gather(
    ...said.map((text) => question(text, { guesses: [{ intent: 'envio', score: 0.38 }] })),
  );
  expect(subjects.map(({ questions }) => questions.length).sort()).toEqual([1, 1, 2, 2]);
  expect(subjects.map(({ home, others }) => [home, others[0]?.intent_name])).toEqual(
    subjects.map(() => [null, 'envio']),
  );
});

it('makes examples without what was masked, and a title of few words', () => {
  const [subject] = gather(
    question('¿mi correo es [correo], arreglan paraguas automáticos de señora con mango de madera antigua?'),
  );
  expect(subject?.examples).toEqual([
    '¿mi correo es , arreglan paraguas automáticos de señora con mango de madera antigua?',
  ]);
  expect(subject?.title.length).toBeLessThanOrEqual(40);
  expect(subject?.title).toMatch(/^Mi correo es/);
  const [long] = gather(question('arriendo de bicicletas de carrera para niños y adultos'));
  expect(long?.title).toBe('Arriendo de bicicletas de carrera');
});

it('brings the newest answer of the team, and keeps its id while its questions stay', () => {
  const answer = (text: string, at: string) => ({ text, agent_name: 'Ana', at });
  const some = [
    question('reparan paraguas', { answer: answer('Ya no.', '2026-11-01T00:00:00.000Z') }),
    question('arreglan paraguas', { answer: answer('Sí, los martes.', '2026-11-02T00:00:00.000Z') }),
  ];
  const [first] = gather(...some);
  const [again] = gather(...some.toReversed());
  expect(first?.answer?.text).toBe('Sí, los martes.');
  expect(again?.id).toBe(first?.id);
});

it('gathers three hundred questions in little time', () => {
  const words = 'arriendo bicicleta paraguas concierto entrada taller mango rueda cadena isla'.split(' ');
  const many = Array.from({ length: 300 }, (_, at) =>
    question(`consulta ${words[at % 10]} ${words[(at * 7) % 10]} ${words[(at * 3) % 10]} numero ${at}`),
  );
  const started = performance.now();
  expect(gather(...many).reduce((sum, { questions }) => sum + questions.length, 0)).toBe(300);
  expect(performance.now() - started).toBeLessThan(2_000);
});
