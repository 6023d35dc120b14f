/** Stars and a word at the end of a conversation. */
import { useState } from 'preact/hooks';
import { say } from './say.ts';
import type { ChatHandle } from './use-chat.ts';

export default function Rating({ chat }: { chat: ChatHandle }) {
  const [stars, setStars] = useState(0);
  const [comment, setComment] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async () => {
    setBusy(true);
    const refused = await chat.link.rate(stars, comment.trim() || null);
    setBusy(false);
    setError(refused);
    if (!refused) chat.dispatch({ type: 'rated' });
  };

  return (
    <form
      class="rating"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset>
        <legend>{say('¿Cómo te atendimos?')}</legend>
        {[1, 2, 3, 4, 5].map((value) => (
          <label key={value} class={value <= stars ? 'on' : ''}>
            <input
              type="radio"
              name="stars"
              value={value}
              checked={stars === value}
              onChange={() => setStars(value)}
            />
            <span aria-hidden="true">★</span>
            <span class="hidden">
              {value === 1 ? say('1 estrella') : say('{count} estrellas', { count: value })}
            </span>
          </label>
        ))}
      </fieldset>
      {stars > 0 && (
        <>
          <input
            class="comment"
            value={comment}
            maxLength={1000}
            placeholder={say('Cuéntanos más (opcional)')}
            aria-label={say('Comentario (opcional)')}
            onInput={(event) => setComment(event.currentTarget.value)}
          />
          <button type="submit" disabled={busy}>
            {say('Enviar evaluación')}
          </button>
        </>
      )}
      {error && <p role="alert">{error}</p>}
    </form>
  );
}
