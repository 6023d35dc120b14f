/** A question finds the tutorials that answer it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pageCalls } from '../../../contract/calls/pages.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from './support.module.css';

interface HelpSearchProps {
  question: string;
  onQuestion: (question: string) => void;
}

export function HelpSearch({ question, onQuestion }: HelpSearchProps) {
  return (
    <Section
      id="support-search"
      title="¿Qué necesitas?"
      lead="Escribe tu pregunta como se la harías a una persona."
    >
      <search>
        <SearchField
          aria-label="Tu pregunta"
          placeholder="¿Cómo agrego a un colega?"
          value={question}
          onChange={onQuestion}
        />
      </search>
      {question === '' ? null : <Found question={question} />}
    </Section>
  );
}

function Found({ question }: { question: string }) {
  const found = useQuery({
    queryKey: ['help', question],
    queryFn: ({ signal }) => call(pageCalls.findPages, { query: { question }, signal }),
    staleTime: 10 * 60_000,
  });
  if (found.isPending) return <LoadRows label="Buscando…" rows={2} height={64} />;
  if (!found.data) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0)
    return (
      <p role="status" className={classes.none}>
        Ningún tutorial habla de eso. Prueba con otras palabras, o escríbenos más abajo.
      </p>
    );
  return (
    <>
      <p role="status" className="visually-hidden">
        {found.data.length === 1 ? '1 tutorial encontrado' : `${found.data.length} tutoriales encontrados`}
      </p>
      <ol className={classes.found} aria-label="Tutoriales encontrados">
        {found.data.map(({ id, title, passage }) => (
          <li key={id}>
            <Link to="/guide/$id" params={{ id }}>
              <strong>{title}</strong>
              <span>{passage}</span>
            </Link>
          </li>
        ))}
      </ol>
    </>
  );
}
