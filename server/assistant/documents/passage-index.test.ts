/** When a passage is an answer: what a customer must not be told is tested as much as what they must. */
import { describe, expect, it } from 'vitest';
import { type IndexedPassage, PassageIndex } from './passage-index.ts';

const passage = (id: string, text: string, heading: string | null = null): IndexedPassage => ({
  id,
  documentId: '1',
  title: 'Manual',
  url: null,
  text,
  place: null,
  heading,
  live: true,
});
const manual = () =>
  PassageIndex.of([
    passage('cambios', 'Tienes 30 días para cambiar un producto con su boleta.', 'Cambios'),
    passage(
      'correos',
      'El correo con el número de tu compra llega en minutos; si no lo ves, mira también la carpeta de promociones.',
      'Confirmación de compra',
    ),
    passage('despacho', 'Despachamos a todo Chile en tres días hábiles. El costo depende de la comuna.'),
    passage(
      'taller',
      'El taller repara bicicletas de lunes a viernes. Trae el casco y los guantes. Los sábados hay paseo por el cerro.',
    ),
  ]);
const answer = async (question: string) => {
  const [best] = (await manual()).search(question, 3).filter(({ answers }) => answers);
  return best?.passage.id ?? null;
};

describe('a passage answers', () => {
  it.each([
    ['¿cambios?', 'cambios'],
    ['puedo cambiar un producto', 'cambios'],
    ['cuántos días tengo para cambiar un producto', 'cambios'],
    ['despachan a todo chile', 'despacho'],
    ['reparan bicicletas', 'taller'],
  ])('%s', async (question, id) => expect(await answer(question)).toBe(id));
});

describe('nothing answers', () => {
  it.each([
    ['a question of one word that is mentioned in passing', '¿tienen promociones?'],
    ['words that stand in sentences about different things', 'casco para el paseo en bicicletas'],
    ['one word of a longer question', 'cuántos días dura el embarazo de una elefanta'],
    ['a question in words that no passage has', 'afinan pianos'],
    ['nothing at all', '¿?'],
  ])('%s', async (_, question) => expect(await answer(question)).toBeNull());
});
