/** A few choices of which one holds, each with a word of explanation where it needs one. */
import classes from './radio-choice.module.css';

interface RadioChoiceProps<V extends string> {
  legend: string;
  /** The heading above says it already to those who see it. */
  legendHidden?: boolean;
  name: string;
  options: readonly { value: V; label: string; text?: string }[];
  value: V;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (value: V) => void;
}

export function RadioChoice<V extends string>(props: RadioChoiceProps<V>) {
  const { legend, legendHidden = false, name, options, value, disabled = false, error, onChange } = props;
  return (
    <fieldset className={classes.choice} disabled={disabled}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.text ? <small>{option.text}</small> : null}
          </span>
        </label>
      ))}
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
