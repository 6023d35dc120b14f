/** What a figure of one's own day counts, to the letter, and where what is behind it is. */
import { Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { Link } from '@tanstack/react-router';
import type { OwnDay } from '../../../contract/entities/own-day.ts';
import { inboxPath } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { dateText } from '../../ui/dates.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import button from '../../ui/link-button.module.css';
import classes from './dashboard.module.css';
import { clockOf, type DayFigure } from './own-day-view.ts';

interface OwnDayDialogProps {
  shown: DayFigure;
  day: OwnDay;
  onClose: () => void;
}

export default function OwnDayDialog({ shown, day, onClose }: OwnDayDialogProps) {
  useFocusBack();
  const { user } = usePlace();
  const may = useMay();
  const { label, value, words, rule, before, metric, key } = shown;
  return (
    <Modal opened onClose={onClose} title={`${label}: ${value}`} centered>
      <div className={classes.explained}>
        <p>{words}</p>
        <p>{rule}</p>
        <p>
          {key === 'waiting'
            ? `A las ${clockOf(day)}.`
            : `Hoy, ${dateText(day.day)}, hasta las ${clockOf(day)}. El ${dateText(day.previous_day)} hasta la misma hora: ${before}.`}
        </p>
        {metric !== null && may('dashboard', 'read') ? (
          <Link
            to="/metrics"
            search={{ from: day.day, to: day.day, agent: user.id, key: metric }}
            className={button.link}
          >
            Ver en Métricas lo que hay detrás
          </Link>
        ) : null}
        {metric === null && key === 'waiting' ? (
          <Link to={inboxPath()} search={{ state: 'taken' }} className={button.link}>
            Ir a tus conversaciones
          </Link>
        ) : null}
      </div>
    </Modal>
  );
}
