/** What the template says, beside what the bot's owner made of it. */
import { Button } from '@mantine/core';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import type { TemplateName } from '../../../contract/states.ts';
import { sentence } from '../../api/api-error.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing } from '../../ui/missing.tsx';
import { useTemplateNode } from './center-queries.ts';
import classes from './interaction-editor.module.css';

interface WrittenAsideProps {
  node: ClientNode & { template: TemplateName };
  disabled: boolean;
  /** Puts the template's words into the form. */
  onTake: (answers: string[]) => void;
}

export function WrittenAside({ node, disabled, onTake }: WrittenAsideProps) {
  const found = useTemplateNode(node.template, node.node_id);
  const written = found.data;
  return (
    <aside className={classes.written} aria-label="Lo que dice la plantilla">
      <h3>La plantilla dice</h3>
      {found.isPending ? <LoadRows label="Cargando la plantilla…" rows={2} height={64} /> : null}
      {found.error ? (
        isMissing(found.error) ? (
          <p>La plantilla ya no tiene esta interacción.</p>
        ) : (
          <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
        )
      ) : null}
      {written ? (
        <>
          {written.answers.map((text) => (
            <blockquote key={text}>{text}</blockquote>
          ))}
          {written.buttons.length > 0 ? (
            <ul aria-label="Opciones de la plantilla">
              {written.buttons.map(({ id, label }) => (
                <li key={id}>{label}</li>
              ))}
            </ul>
          ) : null}
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            onClick={() => onTake([...written.answers])}
          >
            Usar estas respuestas
          </Button>
        </>
      ) : null}
    </aside>
  );
}
