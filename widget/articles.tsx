/** Articles: searched as one types, read within the chat. A part that loads when it is opened. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Article, ArticleHit } from '../contract/entities/article.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import { WIDGET_LIMITS } from '../contract/widget-limits.ts';
import { type Check, flag, list, number, orNull, shape, text } from './checks.ts';
import { say } from './say.ts';
import type { WidgetSettings } from './settings.ts';

/** A question waits for the next letter. Milliseconds. */
const PAUSE = 250;

const isHits = shape<{ articles: ArticleHit[] }>({
  articles: list(shape<ArticleHit>({ id: text, title: text, excerpt: text })),
});
const isArticle = shape<Article>({
  id: text,
  title: text,
  parts: list(shape<Article['parts'][number]>({ at: number, heading: orNull(text), text })),
  more: flag,
});

/** @throws what the line or the server says */
async function ask<T>(
  { origin, botId, botToken }: WidgetSettings,
  what: string,
  query: Record<string, string>,
  fits: Check<T>,
  signal: AbortSignal,
): Promise<T> {
  const search = new URLSearchParams({ token: botToken, ...query });
  const answer = await fetch(`${origin}/visitor/${what}/${botId}?${search}`, { signal });
  const said: unknown = await answer.json();
  if (!answer.ok || !fits(said)) throw new Error(`the server answered ${answer.status}`);
  return said;
}

export default function Articles({ settings, back }: { settings: WidgetSettings; back: () => void }) {
  const [typed, setTyped] = useState('');
  const [hits, setHits] = useState<ArticleHit[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [open, setOpen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const end = new AbortController();
    const timer = setTimeout(
      () => {
        ask(settings, 'articles', { q: typed }, isHits, end.signal)
          .then(({ articles }) => {
            setHits(articles);
            setFault(null);
          })
          .catch((error: unknown) => {
            if (end.signal.aborted) return;
            console.warn('[chat] artículos', error);
            setFault(say('No se pudo buscar. Inténtalo nuevamente.'));
          });
      },
      typed === '' ? 0 : PAUSE,
    );
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [typed, settings]);

  return (
    <div class="articles">
      <p>
        <button type="button" class="link-button" onClick={open === null ? back : () => setOpen(null)}>
          {open === null ? say('← Volver al chat') : say('← Volver a los artículos')}
        </button>
      </p>
      {open === null ? (
        <>
          <input
            ref={field}
            type="search"
            class="comment"
            aria-label={say('Buscar en los artículos')}
            placeholder={say('Buscar en los artículos')}
            maxLength={WIDGET_LIMITS.articleQuery}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <p role="status" class="quiet">
            {fault ??
              (hits === null ? say('Buscando…') : hits.length === 0 ? say('No encontramos artículos.') : '')}
          </p>
          <ul>
            {hits?.map(({ id, title, excerpt }) => (
              <li key={id}>
                <button type="button" onClick={() => setOpen(id)}>
                  <strong>
                    <bdi>{plainLine(title, 300)}</bdi>
                  </strong>
                  {excerpt && <small dir="auto">{excerpt}…</small>}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Reading key={open} settings={settings} id={open} />
      )}
    </div>
  );
}

function Reading({ settings, id }: { settings: WidgetSettings; id: string }) {
  const [article, setArticle] = useState<Article | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another question
  useEffect(() => {
    const end = new AbortController();
    ask(settings, 'article', { id }, isArticle, end.signal)
      .then(setArticle)
      .catch((error: unknown) => {
        if (end.signal.aborted) return;
        console.warn('[chat] artículo', error);
        setArticle('failed');
      });
    return () => end.abort();
  }, [id, settings, tries]);
  const shown = article !== null && article !== 'failed';
  useEffect(() => {
    if (shown) title.current?.focus();
  }, [shown]);
  if (article === null) return <p role="status">{say('Abriendo…')}</p>;
  if (article === 'failed')
    return (
      <p role="alert">
        {say('No se pudo abrir el artículo.')}{' '}
        <button type="button" onClick={() => setTries(tries + 1)}>
          {say('Reintentar')}
        </button>
      </p>
    );
  return (
    <article dir="auto">
      <h2 ref={title} tabIndex={-1}>
        {plainLine(article.title, 300)}
      </h2>
      {article.parts.map((part, at) => (
        <section key={part.at}>
          {part.heading && part.heading !== article.parts[at - 1]?.heading && <h3>{part.heading}</h3>}
          <p>{part.text}</p>
        </section>
      ))}
      {article.more && <p class="quiet">{say('El artículo sigue; pregunta en el chat por lo que falta.')}</p>}
    </article>
  );
}
