/** From when on which calendar held, and what comes: the latest first. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { versionText } from '../../../contract/calendar/calendar-text.ts';
import { versionAt } from '../../../contract/calendar/open-hours.ts';
import { calendarCalls } from '../../../contract/calls/calendar.ts';
import { dateOfDay, dayIn } from '../../../contract/days.ts';
import type { BotCalendar, CalendarVersion } from '../../../contract/entities/calendar.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { calendarKey } from './bot-queries.ts';
import classes from './bots.module.css';

interface CalendarHistoryProps {
  calendar: BotCalendar;
  now: number;
  mayEdit: boolean;
  /** Takes a version that comes into the form. */
  onEdit: (version: CalendarVersion, from: string) => void;
}

export function CalendarHistory({ calendar, now, mayEdit, onEdit }: CalendarHistoryProps) {
  const queries = useQueryClient();
  const { bot_id: botId, revision, versions } = calendar;
  const withdraw = useMutation({
    mutationFn: (validFrom: string) =>
      call(calendarCalls.withdrawCalendar, { params: { id: botId, validFrom }, query: { revision } }),
    onSuccess: (saved) => {
      queries.setQueryData(calendarKey(botId), saved);
      void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
      toastSuccess('Cambio retirado');
    },
    onError: (error) => {
      void queries.invalidateQueries({ queryKey: calendarKey(botId) });
      toastFailure('No pudimos retirar el cambio', error);
    },
  });
  if (versions.length < 2) return null;
  const present = versionAt(calendar, now);
  const takeBack = async (day: string) => {
    const sure = await ask({
      title: '¿Retirar este cambio?',
      text: `Lo que iba a regir desde el ${dateOfDay(day)} ya no regirá.`,
      confirm: 'Retirar',
      danger: true,
    });
    if (sure) withdraw.mutate(day);
  };
  const comes = ({ valid_from, zone }: CalendarVersion) =>
    valid_from !== null && valid_from > dayIn(now, zone);
  return (
    <details className={classes.unfold} open={versions.some(comes)}>
      <summary>Desde cuándo rige cada calendario</summary>
      <ol className={classes.rules}>
        {versions.toReversed().map((version) => {
          const { valid_from, saved_at, saved_by } = version;
          return (
            <li key={valid_from ?? 'ever'} className={classes.state}>
              <div>
                <strong>
                  {valid_from === null ? 'Desde siempre' : `Desde el ${dateOfDay(valid_from)}`}
                  {version === present ? ' · rige hoy' : comes(version) ? ' · por venir' : ''}
                </strong>
                <p className={classes.lines}>{versionText(version)}</p>
                {saved_at === null ? null : (
                  <p className={classes.quiet}>
                    {saved_by === null ? 'Guardado' : `Lo guardó ${saved_by}`} el {dateTimeText(saved_at)}
                  </p>
                )}
              </div>
              {valid_from !== null && comes(version) && mayEdit ? (
                <div className={classes.actions}>
                  <Button variant="default" size="xs" onClick={() => onEdit(version, dateOfDay(valid_from))}>
                    Cambiar
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    loading={withdraw.isPending}
                    onClick={() => void takeBack(valid_from)}
                  >
                    Retirar
                  </Button>
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
    </details>
  );
}
