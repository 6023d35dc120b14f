/** An owner asks the bot's administrators for a second factor; who has none yet is named before and after. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { secondFactorCalls } from '../../../contract/calls/second-factor.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastFailure } from '../../ui/toast.ts';

export function FactorSwitch({ botId }: { botId: number }) {
  const may = useMay();
  const queries = useQueryClient();
  const key = ['bot-second-factor', botId];
  const state = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(secondFactorCalls.botSecondFactor, { params: { botId }, signal }),
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: (required: boolean) =>
      call(secondFactorCalls.setBotSecondFactor, { params: { botId }, body: { required } }),
    onSuccess: (fresh) => {
      queries.setQueryData(key, fresh);
      void queries.invalidateQueries({ queryKey: ['audits', botId] });
    },
    onError: (error) => toastFailure('No pudimos guardar el cambio', error),
  });
  if (state.isPending) return <LoadRows label="Cargando la verificación…" rows={1} height={44} />;
  if (!state.data) return <LoadError message={sentence(state.error)} onRetry={() => void state.refetch()} />;
  const { required, administrators } = state.data;
  const lacking = administrators.filter(({ second_factor }) => !second_factor).map(({ name }) => name);
  const names = new Intl.ListFormat('es-CL').format(lacking);
  const change = async (on: boolean) => {
    const yes =
      !on ||
      lacking.length === 0 ||
      (await ask({
        title: '¿Exigir la verificación en dos pasos?',
        text: `${names} no ${lacking.length === 1 ? 'la tiene' : 'la tienen'} todavía: hasta que la ${lacking.length === 1 ? 'active no podrá' : 'activen no podrán'} hacer nada en este chatbot.`,
        confirm: 'Exigirla',
      }));
    if (yes) save.mutate(on);
  };
  return (
    <Switch
      label="Exigir verificación en dos pasos a los administradores"
      description={
        administrators.length === 0
          ? 'Este chatbot no tiene administradores.'
          : lacking.length === 0
            ? 'Todos los administradores la tienen activa.'
            : `Sin activarla todavía: ${names}.`
      }
      checked={required}
      disabled={!may('role_list', 'edit') || save.isPending}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
