/** Somebody without any chatbot (spec §8): make the first one, or leave. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TEXTS } from '../../../contract/texts.ts';
import { askToSignOut, confirmSignOut } from '../../session/hub-session.ts';
import classes from '../pages/page.module.css';
import { Page } from '../pages/page.tsx';

export function NoBots() {
  return (
    <main>
      <Page
        title={TEXTS.noBots}
        actions={
          <>
            <Link to="/registro" className={`${classes.link} ${classes.primary}`}>
              Crear
            </Link>
            <Button variant="default" onClick={() => void askToSignOut().then(confirmSignOut)}>
              Salir
            </Button>
          </>
        }
      />
    </main>
  );
}
