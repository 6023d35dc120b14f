/** Browsers in which the person is signed in, and the way to end their sessions. */

import { Button } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { profileCalls } from '../../../contract/calls/profile.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './profile.module.css';

export const devicesKey = (userId: number) => ['devices', userId] as const;

export function DeviceList({ userId }: { userId: number }) {
  const queries = useQueryClient();
  const devices = useQuery({
    queryKey: devicesKey(userId),
    queryFn: ({ signal }) => call(profileCalls.devices, { params: { userId }, signal }),
    staleTime: 0,
  });
  const renew = () => void queries.invalidateQueries({ queryKey: devicesKey(userId) });
  const failed = (error: unknown) => {
    toastFailure('No pudimos cerrar la sesión', error);
    renew();
  };
  const end = useMutation({
    mutationFn: (deviceId: string) => call(profileCalls.deleteDevice, { params: { userId, deviceId } }),
    onSuccess: () => {
      toastSuccess('Sesión cerrada');
      renew();
    },
    onError: failed,
  });
  const endOthers = useMutation({
    mutationFn: () => call(profileCalls.deleteOtherDevices, { params: { userId } }),
    onSuccess: ({ ended }) => {
      toastSuccess(ended === 1 ? 'Cerramos una sesión' : `Cerramos ${ended} sesiones`);
      renew();
    },
    onError: failed,
  });
  const confirmOthers = async () => {
    const yes = await ask({
      title: '¿Cerrar las demás sesiones?',
      text: 'Seguirás conectado solo en este navegador.',
      confirm: 'Cerrar las demás sesiones',
      danger: true,
    });
    if (yes) endOthers.mutate();
  };
  if (devices.isPending) return <LoadRows label="Cargando dispositivos…" rows={2} />;
  if (!devices.data) {
    return <LoadError message={sentence(devices.error)} onRetry={() => void devices.refetch()} />;
  }
  const others = devices.data.filter(({ current }) => !current);
  return (
    <>
      <ul className={classes.devices}>
        {devices.data.map((device) => (
          <li key={device.id}>
            <IconDeviceDesktop size={22} stroke={1.6} aria-hidden="true" />
            <div>
              <strong>{device.name}</strong>
              <p>
                {device.current
                  ? 'Este navegador'
                  : `Último uso ${dateTimeText(device.last_used_at)} · desde el ${dateTimeText(device.created_at)}`}
              </p>
            </div>
            {device.current ? null : (
              <Button
                variant="default"
                size="xs"
                aria-label={`Cerrar la sesión en ${device.name}`}
                loading={end.isPending && end.variables === device.id}
                onClick={() => end.mutate(device.id)}
              >
                Cerrar sesión
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div className={classes.foot}>
          <Button variant="default" loading={endOthers.isPending} onClick={() => void confirmOthers()}>
            Cerrar las demás sesiones
          </Button>
        </div>
      ) : (
        <p className={classes.quiet}>No hay otras sesiones abiertas.</p>
      )}
    </>
  );
}
