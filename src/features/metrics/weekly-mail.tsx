/** Whether one's figures of the last week come by mail. */
import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { metricCalls } from '../../../contract/calls/metrics.ts';
import { call } from '../../api/call.ts';
import { momentText } from '../../ui/date-range/zone-time.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';

export function WeeklyMail({ botId, zone }: { botId: number; zone: string }) {
  const queries = useQueryClient();
  const key = ['metric-mail', botId];
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(metricCalls.metricMail, { query: { bot_id: botId }, signal }),
  });
  const set = useMutation({
    mutationFn: (on: boolean) => call(metricCalls.setMetricMail, { body: { bot_id: botId, on } }),
    onSuccess: (mail) => {
      queries.setQueryData(key, mail);
      toastSuccess(
        mail.next === null ? 'No llegarán más correos' : `El primero llega el ${momentText(mail.next, zone)}`,
      );
    },
    onError: (error) => toastFailure('No se cambió el correo', error),
  });
  return (
    <Switch
      label="Recibirlas cada lunes por correo"
      disabled={!found.data || set.isPending}
      checked={set.isPending ? set.variables : (found.data?.on ?? false)}
      onChange={(event) => set.mutate(event.currentTarget.checked)}
    />
  );
}
