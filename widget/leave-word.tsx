/** The form out of hours: a name, a way to be reached and what it is about. A part that loads when it is shown. */
import { useRef, useState } from 'preact/hooks';
import { WIDGET_LIMITS } from '../contract/widget-limits.ts';
import type { Link } from './link.ts';
import { say } from './say.ts';
import { randomKey } from './text.ts';

const FIELDS = [
  { name: 'name', label: 'Nombre', type: 'text', autocomplete: 'name', max: 120 },
  { name: 'email', label: 'Correo', type: 'email', autocomplete: 'email', max: 200 },
  { name: 'phone', label: 'Teléfono', type: 'tel', autocomplete: 'tel', max: 40 },
] as const;

export default function LeaveWord({ link }: { link: Link }) {
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, unknown>>({});
  const [refused, setRefused] = useState<string | null>(null);
  // The same word again is the same ticket, whatever became of the first answer.
  const key = useRef(`f-${randomKey()}`);
  if (code !== null) {
    return (
      <p class="thanks" role="status">
        {code ? say('Recibimos tu mensaje ({code}).', { code }) : say('Recibimos tu mensaje.')}{' '}
        {say('Te responderemos apenas abramos.')}
      </p>
    );
  }
  const send = async (form: HTMLFormElement) => {
    const given = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]),
    );
    setBusy(true);
    const answer = await link.leaveWord({ temporal_id: key.current, ...given });
    setBusy(false);
    const fields = answer.details?.fields ?? {};
    setFaults(fields);
    setRefused(
      answer.message !== undefined && Object.keys(fields).length === 0 ? String(answer.message) : null,
    );
    const first = Object.keys(fields)[0];
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
    if (answer.message === undefined) setCode(String(answer.code ?? ''));
  };
  const fault = (name: string) =>
    faults[name] ? (
      <small id={`fault-${name}`} role="alert">
        {String(faults[name])}
      </small>
    ) : null;
  return (
    <details class="identify" open>
      <summary>{say('Déjanos tu mensaje y te respondemos')}</summary>
      <form
        noValidate
        onInput={({ target }) => {
          // What is being mended is no longer complained of.
          const { [(target as HTMLInputElement).name]: _, ...others } = faults;
          setFaults(others);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void send(event.currentTarget);
        }}
      >
        {FIELDS.map(({ name, label, type, autocomplete, max }) => (
          <label key={name}>
            {say(label)}
            <input
              name={name}
              type={type as 'text'}
              autocomplete={autocomplete}
              maxLength={max}
              required={name === 'name'}
              aria-invalid={Boolean(faults[name])}
              aria-describedby={faults[name] ? `fault-${name}` : undefined}
            />
            {fault(name)}
          </label>
        ))}
        <label>
          {say('Mensaje')}
          <textarea
            name="message"
            rows={3}
            required
            maxLength={WIDGET_LIMITS.word}
            aria-invalid={Boolean(faults['message'])}
            aria-describedby={faults['message'] ? 'fault-message' : undefined}
          />
          {fault('message')}
        </label>
        <button type="submit" disabled={busy}>
          {say('Enviar mensaje al equipo')}
        </button>
        {refused && <p role="alert">{refused}</p>}
      </form>
    </details>
  );
}
