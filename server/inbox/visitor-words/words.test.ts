import { expect, test } from 'vitest';
import { CHAT_LANGUAGES } from '../../../contract/chat-language.ts';
import { REFUSALS } from './es.ts';
import { inVisitorsLanguage, VISITOR_WORDS } from './words.ts';

/** Every text of a language, by its path. */
function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, `${path}.${name}`));
}

test('WID-17 every language has every text of the server, and none of them stands there in Spanish', () => {
  const spanish = texts(VISITOR_WORDS.es);
  for (const language of CHAT_LANGUAGES) {
    const own = texts(VISITOR_WORDS[language]);
    expect(own.map(([path]) => path).sort()).toEqual(spanish.map(([path]) => path).sort());
    for (const [path, text] of own) expect(text.trim(), path).not.toBe('');
    if (language === 'es') continue;
    const same = new Map(spanish);
    expect(own.filter(([path, text]) => same.get(path) === text)).toEqual([]);
  }
  // A refusal is known by its sentence.
  expect(new Set(Object.values(REFUSALS)).size).toBe(Object.keys(REFUSALS).length);
});

test('WID-17 when the business opens and how long it takes are said as each language says it', () => {
  const monday = { ahead: 3, weekday: 1, day: 2, month: 0, minute: 15 * 60 };
  const said = CHAT_LANGUAGES.map((language) => {
    const { moment, closed, wait, usually } = VISITOR_WORDS[language];
    return [
      moment({ ...monday, ahead: 0, minute: 0 }),
      moment({ ...monday, ahead: 1, minute: 60 }),
      closed(moment(monday)),
      moment({ ...monday, ahead: 9, minute: 12 * 60 + 5 }),
      usually(wait({ unit: 'minutes', count: 15 }), 30),
      wait({ unit: 'minutes', count: 0 }),
      wait({ unit: 'hours', count: 1 }),
    ];
  });
  expect(said).toEqual([
    [
      'hoy a las 0:00',
      'mañana a la 1:00',
      'Estamos fuera de horario. Volvemos el lunes a las 15:00 y te responderemos por aquí.',
      'el 2 de enero a las 12:05',
      'Ahora no hay nadie conectado. Según los últimos 30 días, solemos responder en unos 15 minutos.',
      'menos de un minuto',
      'cerca de una hora',
    ],
    [
      'today at 12:00 AM',
      'tomorrow at 1:00 AM',
      'We are closed right now. We will be back on Monday at 3:00 PM and will answer you here.',
      'on January 2 at 12:05 PM',
      'Nobody is online right now. Over the last 30 days we usually answered within about 15 minutes.',
      'less than a minute',
      'about an hour',
    ],
    [
      'hoje às 0:00',
      'amanhã à 1:00',
      'Estamos fora do horário de atendimento. Voltamos na segunda-feira às 15:00 e responderemos por aqui.',
      'em 2 de janeiro às 12:05',
      'Não há ninguém conectado agora. Nos últimos 30 dias, costumamos responder em cerca de 15 minutos.',
      'menos de um minuto',
      'cerca de uma hora',
    ],
  ]);
});

test('WID-17 a refusal that has no translation is said by its code, never in Spanish; what programs read stays', () => {
  const fields = { email: REFUSALS.emailInvalid, other: 'Algo en español' };
  const body = { error: 'rule', message: 'Algo en español', details: { fields, reason: 'x' } };
  expect(inVisitorsLanguage(body, 'es')).toEqual(body);
  const { errors, refusals } = VISITOR_WORDS.en;
  expect(inVisitorsLanguage(body, 'en')).toEqual({
    error: 'rule',
    message: errors.rule,
    details: { fields: { email: refusals.emailInvalid, other: errors.rule }, reason: 'x' },
  });
  expect(inVisitorsLanguage({ error: 'constructor', message: 'x' }, 'pt').message).toBe(
    VISITOR_WORDS.pt.errors.server,
  );
});
