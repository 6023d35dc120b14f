/**
 * The forms in which one phone may stand: Mexico's 1, Argentina's and Brazil's 9 come and go between providers. A digit
 * is added or taken away only where neither form is a landline: a mobile never leads to the owner of that landline.
 */
import parsePhone from 'libphonenumber-js/max';

const typeOf = (phone: string) => {
  const read = parsePhone(phone);
  return read?.isValid() ? read.getType() : undefined;
};
const isMobile = (phone: string) => ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(typeOf(phone) ?? '');

/** `+` and digits without the digit that comes and goes, and with it: patterns and what stands between. */
const PAIRS: readonly { with: RegExp; without: RegExp; digit: string; lasting: 'with' | 'without' }[] = [
  { with: /^(\+52)1(\d{10})$/, without: /^(\+52)(\d{10})$/, digit: '1', lasting: 'without' },
  { with: /^(\+54)9(\d{10})$/, without: /^(\+54)(\d{10})$/, digit: '9', lasting: 'with' },
  { with: /^(\+55\d{2})9(\d{8})$/, without: /^(\+55\d{2})(\d{8})$/, digit: '9', lasting: 'with' },
];

/** The other form of a phone; null where there is none. */
function otherForm(phone: string): string | null {
  for (const pair of PAIRS) {
    const long = pair.with.test(phone) ? phone : phone.replace(pair.without, `$1${pair.digit}$2`);
    if (!pair.with.test(long)) continue;
    const short = long.replace(pair.with, '$1$2');
    const [lasting, other] = pair.lasting === 'with' ? [long, short] : [short, long];
    if (!isMobile(lasting) || typeOf(other) === 'FIXED_LINE') continue;
    return phone === long ? short : long;
  }
  return null;
}

/** The phone and every other form of it. */
export function phoneVariants(phone: string): string[] {
  const other = otherForm(phone);
  return other === null ? [phone] : [phone, other];
}
