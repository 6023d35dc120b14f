/** The least amount of a case, typed as money of the shop. The wire counts it in the smallest coin: pesos, cents. */

import { AUTOMATION_LIMITS } from '../../../contract/rules/automations.ts';
import { TypedNumber } from '../../ui/typed-number.tsx';
import { amountText, coinsOf, signOf } from './automation-text.ts';

interface LeastAmountProps {
  label: string;
  /** Of the bot's shops; none: no shop said it yet. */
  currencies: readonly string[];
  /** In the smallest coin. */
  value: number;
  onChange: (value: number) => void;
}

export function LeastAmount({ label, currencies, value, onChange }: LeastAmountProps) {
  const [currency = 'CLP'] = currencies;
  const coins = coinsOf(currency);
  const each = currencies.map((one) => amountText(value, one));
  return (
    <TypedNumber
      label={label}
      // A figure of one coin each: of several shops it is told what it means to each of them.
      description={
        currencies.length > 1 && value > 0
          ? `En la moneda de cada tienda: ${new Intl.ListFormat('es', { type: 'disjunction' }).format(each)}.`
          : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      prefix={signOf(currency)}
      min={0}
      max={AUTOMATION_LIMITS.minimum / coins}
      decimalScale={Math.round(Math.log10(coins))}
      thousandSeparator="."
      decimalSeparator=","
      inputMode="decimal"
      value={value / coins}
      onNumber={(typed) => onChange(Math.round(typed * coins))}
    />
  );
}
