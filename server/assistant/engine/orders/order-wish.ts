/** Whether a message asks where an order is, by turns of speech: 'mi pedido 48213', '¿dónde está mi pedido?'. */
import { isContent } from '../../words/content-words.ts';
import { fold } from '../../words/text.ts';
import { hasAt, withoutWords } from '../../words/without-words.ts';
import { type GivenOfOrder, isOrderNoun, readOrder } from './read-order.ts';

/** Ask for where it is. */
const STATE =
  /^(?:donde|cuando|estado|estatus|status|seguimiento|seguir|rastre\w*|track\w*|lleg\w*|vien\w*|viene|camino|va|anda|demor\w*|tard\w*|pas[oa]|sabe[ns]?|saber|ver|revis\w*|consult\w*)$/;
/** Said beside, of the same. */
const BESIDE = new Set(
  `numero nro num no codigo folio ayer hoy aun todavia nada info porfa porfis favor despachado despacharon despacho enviado
  enviaron envio sale salio hice hola alo disculpa disculpe oye oiga revisame dame deme doy corresponde sobre mia mio`.split(
    /\s+/,
  ),
);
/** Who wishes to order something has no order. */
const NEW =
  /\b(?:hago|hacer|hacen|realizar|realizo|comprar|pagar|anular|cancelar|cambiar|devolver|agregar|modificar)\b/;
const MINE = new Set('mi mis nuestro nuestra nuestros nuestras'.split(' '));

/**
 * A message that is about where an order is and nothing else; null: it may be about anything.
 * @returns what it gives of the order
 */
export function asksForOrder(text: string): GivenOfOrder | null {
  const given = readOrder(text, 'no');
  const said = fold(withoutWords(text, hasAt));
  if (NEW.test(said)) return null;
  const words = (said.match(/[a-z0-9ñ]+/g) ?? []).filter((word) => !/\d/.test(word));
  const noun = words.findIndex(isOrderNoun);
  if (noun < 0 && given.number === null) return null;
  const other = words.filter(
    (word) => isContent(word) && !isOrderNoun(word) && !STATE.test(word) && !BESIDE.has(word),
  );
  if (other.length > (given.number === null ? 0 : 1)) return null;
  if (given.number !== null) return given;
  const mine = words.some((word, at) => isOrderNoun(word) && MINE.has(words[at - 1] ?? ''));
  return mine && words.some((word) => STATE.test(word)) ? given : null;
}
