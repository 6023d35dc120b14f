/** What a customer wants to pay, as Chileans write it: 'menos de 15 mil', 'entre 10 y 20 lucas', 'hasta $9.990'. */
import { fold } from '../../assistant/words/text.ts';

export interface PriceWish {
  /** Whole units of the currency. */
  min: number | null;
  max: number | null;
  /** The cheapest first. */
  cheap: boolean;
  /** What is left of the text, folded. */
  rest: string;
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ['una', 1],
  ['dos', 2],
  ['tres', 3],
  ['cuatro', 4],
  ['cinco', 5],
  ['seis', 6],
  ['siete', 7],
  ['ocho', 8],
  ['nueve', 9],
  ['diez', 10],
  ['doce', 12],
  ['quince', 15],
  ['veinte', 20],
  ['treinta', 30],
  ['cuarenta', 40],
  ['cincuenta', 50],
  ['sesenta', 60],
  ['setenta', 70],
  ['ochenta', 80],
  ['noventa', 90],
  ['cien', 100],
  ['doscientas', 200],
]);
const NUMBER = `\\$?\\s*(\\d{1,3}(?:\\.\\d{3})+|\\d+(?:,\\d{1,2})?|${[...WORDS.keys()].join('|')})`;
const UNIT = '\\s*(mil pesos|mil|lucas?|luquitas?|lks?|k|pesos|clp)?\\b';
/** A measure behind the number: it is no price. */
const NO_MEASURE =
  '(?!\\s*(?:kg|kilos?|g|gr|gramos?|mg|ml|l|lt|litros?|m|mt|metros?|cm|mm|pulgadas?|gb|w|watts?|v|volts?|un|unidades|piezas|anos|meses)\\b)';
const AMOUNT = `${NUMBER}${UNIT}${NO_MEASURE}`;
const BETWEEN = new RegExp(
  `\\b(?:entre|de|desde)\\s+(?:los?\\s+|las?\\s+)?${AMOUNT}\\s*(?:y|a|hasta|-)\\s*(?:los?\\s+|las?\\s+)?${AMOUNT}`,
);
const AT_MOST = new RegExp(
  `\\b(?:(?:por |de |a )?menos de|hasta|bajo(?: de)?|maximo(?: de)?|max|no (?:mas|pase|pasen|supere|superen)(?: de)?|inferior(?:es)? a|menor(?:es)? (?:a|de)|tope)\\s+(?:los?\\s+|las?\\s+)?${AMOUNT}`,
);
const AT_LEAST = new RegExp(
  `\\b(?:mas de|desde|sobre|minimo(?: de)?|superior(?:es)? a|mayor(?:es)? (?:a|de))\\s+(?:los?\\s+|las?\\s+)?${AMOUNT}`,
);
const ABOUT = new RegExp(
  `\\b(?:de|como|unos|unas|a|por|alrededor de|cerca de|tipo|en)\\s+(?:los?\\s+|las?\\s+|unas?\\s+|unos\\s+)?${NUMBER}\\s*(mil pesos|mil|lucas?|luquitas?|pesos|clp)\\b`,
);
const CHEAP =
  /\b(?:(?:el |la |lo |los |las )?mas (?:baratos?|baratas?|economic[oa]s?)|barat[oa]s?|baratit[oa]s?|economic[oa]s?|convenientes?)\b/;

/** So far around 'unas 20 lucas'. */
const AROUND = 0.25;

function amountOf(number: string, unit: string | undefined, other?: string): number {
  const value = WORDS.get(number) ?? Number(number.replaceAll('.', '').replace(',', '.'));
  const said = unit ?? (value < 1000 ? other : undefined);
  if (said && said !== 'pesos' && said !== 'clp') return Math.round(value * 1000);
  // 'menos de 15': nobody sells for fifteen pesos.
  return value < 1000 && !said ? value * 1000 : value;
}

/** Takes the price out of a text. */
export function priceWish(text: string): PriceWish {
  let rest = fold(text);
  let min: number | null = null;
  let max: number | null = null;
  const take = (pattern: RegExp, found: (match: RegExpExecArray) => void) => {
    const match = pattern.exec(rest);
    if (!match) return false;
    found(match);
    rest = `${rest.slice(0, match.index)} , ${rest.slice(match.index + match[0].length)}`;
    return true;
  };
  const cheap = take(CHEAP, () => undefined);
  const sure = ([whole]: RegExpExecArray) =>
    /\$|mil|luca|luquita|pesos|clp|\d\.\d{3}|\d{4}|\dk\b/.test(whole);
  const between = BETWEEN.exec(rest);
  if (between && (sure(between) || between[0].startsWith('entre'))) {
    take(BETWEEN, ([, low = '', lowUnit, high = '', highUnit]) => {
      const [a, b] = [amountOf(low, lowUnit, highUnit), amountOf(high, highUnit, lowUnit)];
      min = Math.min(a, b);
      max = Math.max(a, b);
    });
    return { min, max, cheap, rest };
  }
  take(AT_MOST, ([, number = '', unit]) => {
    max = amountOf(number, unit);
  });
  const least = AT_LEAST.exec(rest);
  if (least && sure(least))
    take(AT_LEAST, ([, number = '', unit]) => {
      min = amountOf(number, unit);
    });
  if (min === null && max === null)
    take(ABOUT, ([, number = '', unit]) => {
      const amount = amountOf(number, unit);
      min = Math.round(amount * (1 - AROUND));
      max = Math.round(amount * (1 + AROUND));
    });
  return { min, max, cheap, rest };
}
