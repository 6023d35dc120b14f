import { expect, it } from 'vitest';
import type { Subject } from '../../../contract/entities/subject.ts';
import { placesFor } from './subject-card.tsx';
import { keyMeans, NEW_PLACE, placeOf, wishOf } from './subject-wish.ts';

const subject: Subject = {
  id: 'one',
  title: 'Arriendan bicicletas',
  count: 3,
  last_at: '2026-11-20T12:00:00.000Z',
  questions: [{ key: 'arriendan bicicletas', text: '¿Arriendan bicicletas?', count: 3 }],
  home: { intent_name: 'envio', title: 'Envíos', score: 0.4, chosen: false },
  others: [],
  examples: ['¿Arriendan bicicletas?'],
  test: null,
  answer: null,
};
const answer = (text: string) => ({ text, agent_name: 'Ana', at: '2026-11-20T12:00:00.000Z' });
const base = { keys: ['arriendan bicicletas'], examples: ['¿Arriendan bicicletas?'], test: null };

it('goes where its owner chose, else where it was proposed, else to a new interaction', () => {
  expect(placeOf(subject, new Map())).toBe('envio');
  expect(placeOf(subject, new Map([['one', 'horario']]))).toBe('horario');
  expect(placeOf(subject, new Map([['one', NEW_PLACE]]))).toBe(NEW_PLACE);
  expect(placeOf({ ...subject, home: null }, new Map())).toBe(NEW_PLACE);
});

it('says how well a place fits, or that a customer chose it', () => {
  const home = { intent_name: 'envio', title: 'Envíos', score: 1, chosen: true };
  expect(placesFor({ ...subject, home }, [])[0]?.label).toBe('Envíos (lo eligió un cliente)');
  expect(placesFor(subject, [])[0]?.label).toBe('Envíos (40 %)');
});

it('can be taken as it is into an interaction, or with what the team answered', () => {
  expect(wishOf(subject, 'envio')).toEqual({ ...base, intent_name: 'envio' });
  expect(wishOf({ ...subject, answer: answer('Sí, por día.') }, NEW_PLACE)).toEqual({
    ...base,
    create: { title: 'Arriendan bicicletas', answers: ['Sí, por día.'] },
  });
});

it('waits for words of its owner without an answer, or with one that hides whom it was about', () => {
  expect(wishOf(subject, NEW_PLACE)).toBeNull();
  expect(wishOf({ ...subject, answer: answer('Sí, [nombre].') }, NEW_PLACE)).toBeNull();
});

it('reads a key only where nothing is typed and no other key is held', () => {
  const pressed = { key: 'A', ctrlKey: false, metaKey: false, altKey: false, inField: false };
  expect(keyMeans(pressed)).toBe('accept');
  for (const key of ['ArrowDown', 'j', 'J']) expect(keyMeans({ ...pressed, key })).toBe('next');
  expect(keyMeans({ ...pressed, key: 'k' })).toBe('previous');
  expect(keyMeans({ ...pressed, inField: true })).toBeNull();
  // In the list of places letters choose, and only two keys lead on.
  expect(keyMeans({ ...pressed, inPlaces: true })).toBeNull();
  expect(keyMeans({ ...pressed, key: 'Enter', inPlaces: true })).toBe('accept');
  expect(keyMeans({ ...pressed, key: 'Escape', inPlaces: true })).toBe('back');
  expect(keyMeans({ ...pressed, ctrlKey: true })).toBeNull();
  expect(keyMeans({ ...pressed, key: 'Tab' })).toBeNull();
});
