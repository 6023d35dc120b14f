/** Areas of the business that a client belongs to. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mainCalls } from '../../../../contract/calls/main.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { AREAS, type Area } from '../../../../contract/states.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useCatalogue } from '../list/list-queries.ts';
import classes from './client-more.module.css';
import { leadChanged } from './lead-query.ts';

export function ClientAreas({ lead, editable }: { lead: Lead; editable: boolean }) {
  const queries = useQueryClient();
  const was = lead.areas ?? [];
  const names = useCatalogue(lead.bot_id).data?.area;
  const save = useMutation({
    mutationFn: (areas: Area[]) =>
      call(mainCalls.updateLead, {
        params: { id: lead._id },
        body: { lead: { areas }, was: { areas: [...was] } },
      }),
    onSuccess: (fresh) => leadChanged(queries, fresh),
    onError: () => void queries.invalidateQueries({ queryKey: ['lead', lead._id, 'record'] }),
  });
  // What is being saved shows at once; a refusal puts back what was.
  const areas = save.isPending ? save.variables : was;
  return (
    <fieldset className={classes.areas}>
      <legend>Áreas</legend>
      {AREAS.map((area) => (
        <button
          key={area}
          type="button"
          aria-pressed={areas.includes(area)}
          disabled={!editable || save.isPending}
          onClick={() =>
            save.mutate(areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area])
          }
        >
          {names?.find(({ name }) => name === area)?.formatted ?? area}
        </button>
      ))}
      {save.error ? <p role="alert">{sentence(save.error)}</p> : null}
    </fieldset>
  );
}
