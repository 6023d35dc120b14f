/** Notices while the browser is closed: this browser's switch, a proof, and the other browsers that get them. */
import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pushCalls } from '../../../contract/calls/push.ts';
import type { PushSubscriber } from '../../../contract/push.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { askNoticePermission, useNoticePermission } from '../../notices/permission.ts';
import { turnOffPush, turnOnPush } from '../../notices/push-subscription.ts';
import { canPush } from '../../notices/push-worker.ts';
import { dateText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './notice-form.module.css';
import profile from './profile.module.css';

const KEY = 'push-subscribers';

export function PushForm({ userId }: { userId: number }) {
  const queries = useQueryClient();
  const permission = useNoticePermission();
  const possible = permission !== 'unsupported' && canPush();
  const list = useQuery({
    queryKey: [KEY, userId],
    queryFn: ({ signal }) => call(pushCalls.pushSubscribers, { params: { userId }, signal }),
  });
  const renew = () => queries.invalidateQueries({ queryKey: [KEY] });
  const turn = useMutation({
    mutationFn: async (wish: { on: true } | { on: false; subscriber: PushSubscriber }) => {
      if (!wish.on) return turnOffPush(userId, wish.subscriber);
      const answer = await askNoticePermission();
      if (answer === 'denied') {
        throw new ApiError(0, 'denied', 'Los avisos están bloqueados por el navegador.');
      }
      if (answer === 'granted') await turnOnPush(userId);
    },
    onError: (error) => toastFailure('No pudimos cambiar los avisos de este navegador', error),
    onSettled: renew,
  });
  const test = useMutation({
    mutationFn: (sid: string) =>
      call(pushCalls.testPushSubscriber, { body: { push_subscriber: { user_id: userId, sid } } }),
    onSuccess: () => toastSuccess('Aviso enviado'),
    onError: (error) => toastFailure('No pudimos enviar el aviso', error),
    onSettled: renew,
  });
  if (list.isPending)
    return <LoadRows label="Cargando los navegadores que reciben avisos…" rows={1} height={44} />;
  if (!list.data) return <LoadError message={sentence(list.error)} onRetry={() => void list.refetch()} />;
  const mine = list.data.find(({ current, active }) => current && active) ?? null;
  const others = list.data.filter(({ current, active }) => !current && active);
  return (
    <>
      <div className={classes.permission}>
        <Switch
          label="Avisarme con el navegador cerrado"
          description={
            possible
              ? 'Solo mientras tu sesión siga abierta en este navegador, y cuando no tengas ninguna pestaña conectada.'
              : 'Este navegador no puede recibir avisos cerrado. En iPhone y iPad, primero agrega la página a la pantalla de inicio.'
          }
          disabled={!possible || permission === 'denied' || turn.isPending}
          checked={mine !== null}
          onChange={(event) => {
            if (event.currentTarget.checked) turn.mutate({ on: true });
            else if (mine) turn.mutate({ on: false, subscriber: mine });
          }}
        />
        {mine ? (
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(mine.sid)}>
            Probar envío
          </Button>
        ) : null}
      </div>
      {others.length > 0 ? (
        <ul className={profile.devices} aria-label="Otros navegadores que reciben avisos">
          {others.map((each) => (
            <li key={each.sid}>
              <div>
                {each.device}
                <p>Recibe avisos desde el {dateText(each.created_at)}</p>
              </div>
              <Button
                variant="subtle"
                size="compact-sm"
                loading={turn.isPending}
                onClick={() => turn.mutate({ on: false, subscriber: each })}
              >
                Dejar de avisar ahí
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
