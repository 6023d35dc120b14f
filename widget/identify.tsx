/** While waiting for a person, the visitor may leave a name and a way to be reached. */
import { useState } from 'preact/hooks';
import type { Link } from './link.ts';
import { say } from './say.ts';

const FIELDS = [
  { name: 'name', label: 'Nombre', type: 'text', autocomplete: 'name', max: 120 },
  { name: 'email', label: 'Correo', type: 'email', autocomplete: 'email', max: 200 },
  { name: 'phone', label: 'Teléfono', type: 'tel', autocomplete: 'tel', max: 40 },
] as const;

export default function Identify({ link }: { link: Link }) {
  const [done, setDone] = useState(false);
  const [error, setError] = useState<string | null>(null);
  if (done) {
    return (
      <p class="thanks" role="status">
        {say('Gracias, ya tenemos tus datos.')}
      </p>
    );
  }

  const send = async (form: HTMLFormElement) => {
    const data = Object.fromEntries(
      FIELDS.map(({ name }) => [name, String(new FormData(form).get(name) ?? '').trim()]).filter(
        ([, value]) => value,
      ),
    );
    if (Object.keys(data).length === 0) return setError(say('Escribe al menos un dato.'));
    const refused = await link.identify(data);
    setError(refused);
    setDone(!refused);
  };

  return (
    <details class="identify">
      <summary>{say('Déjanos tus datos para contactarte')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {FIELDS.map((field) => (
          <label key={field.name}>
            {say(field.label)}
            <input
              name={field.name}
              type={field.type as 'text'}
              autocomplete={field.autocomplete}
              maxLength={field.max}
            />
          </label>
        ))}
        <button type="submit">{say('Guardar datos')}</button>
        {error && <p role="alert">{error}</p>}
      </form>
    </details>
  );
}
