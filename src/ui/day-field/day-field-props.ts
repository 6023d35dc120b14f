/** What a field of one day is asked with. */
export interface DayFieldProps {
  label?: string;
  'aria-label'?: string;
  /** `YYYY-MM-DD`; '' for none; or what was typed and is no day, as it was typed: ask `isDay` before using it. */
  value: string;
  onChange: (value: string) => void;
  /** The present day, not the browser's: '21/11' is of its year. */
  today: string;
  /** The first and the last day that the calendar offers. */
  first?: string;
  last?: string;
  error?: string | null | undefined;
}
