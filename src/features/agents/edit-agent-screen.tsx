/** `/agente/edit/{relation_id}`: a person's role, areas and assignments at the bot. */

import { Switch, TextInput } from '@mantine/core';
import { agentCalls } from '../../../contract/calls/agents.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { AgentRelation } from '../../../contract/entities/agent.ts';
import { AGENT_TEXTS, stripPhone } from '../../../contract/rules/agents.ts';
import type { Area } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { OfBot } from '../../bot/of-bot.tsx';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { skillsKey } from '../team/team-queries.ts';
import classes from './agent-form.module.css';
import { agentsKey } from './agent-queries.ts';
import { AreaBoxes } from './area-boxes.tsx';
import { RoleSelect } from './role-select.tsx';
import { SkillBoxes } from './skill-boxes.tsx';

const BACK = { to: '/agentes', label: 'Agentes' };

export function EditAgentScreen() {
  const { id = '' } = useParams({ strict: false });
  const relationId = Number(id);
  const relation = useQuery({
    queryKey: ['agent-relation', relationId],
    queryFn: ({ signal }) => call(agentCalls.showRelation, { params: { relationId }, signal }),
    // What somebody else changed meanwhile is what is edited.
    staleTime: 0,
    gcTime: 0,
    retry: (count, error) => !isMissing(error) && count < 2,
  });
  const failed = relation.data ? null : relation.error;
  return (
    <Screen title="Editar agente" back={BACK} width="form">
      {relation.isPending ? <LoadRows label="Cargando al agente…" rows={5} /> : null}
      {failed && isMissing(failed) ? (
        <Missing title="No encontramos a este agente" back={{ ...BACK, label: 'Ver los agentes' }}>
          <p>Puede que ya no trabaje en el chatbot, o que la dirección esté mal escrita.</p>
        </Missing>
      ) : failed ? (
        <LoadError message={sentence(failed)} onRetry={() => void relation.refetch()} />
      ) : null}
      {relation.data ? (
        <OfBot
          key={relation.data.relation_id}
          botId={relation.data.bot_id}
          what="Este agente"
          back={{ ...BACK, label: 'Ver los agentes' }}
        >
          <EditForm relation={relation.data} />
        </OfBot>
      ) : null}
    </Screen>
  );
}

interface Form {
  name: string;
  phone: string;
  role_id: number;
  category: Area[];
  assignments: boolean;
  automatic_assignments: boolean;
  skill_ids: number[];
}

function EditForm({ relation }: { relation: AgentRelation }) {
  const { user, managed, bot_id: botId } = relation;
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayEdit = may('edit_agent', 'edit');
  const isOwner = relation.role.base === 'propietario';
  const [form, setForm] = useState<Form>({
    name: user.name,
    phone: user.phone ?? '',
    role_id: relation.role_id,
    category: relation.category,
    assignments: relation.assignments,
    automatic_assignments: relation.automatic_assignments,
    skill_ids: relation.skill_ids ?? [],
  });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const set = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const save = useMutation({
    mutationFn: () =>
      call(agentCalls.updateRelation, {
        params: { relationId: relation.relation_id },
        body: {
          ...(form.role_id === relation.role_id ? {} : { role_id: form.role_id }),
          category: form.category,
          assignments: form.assignments,
          automatic_assignments: form.automatic_assignments,
          skill_ids: form.skill_ids,
          ...(managed ? { name: form.name.trim(), phone: stripPhone(form.phone) || null } : {}),
        },
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: agentsKey(botId) });
      void queries.invalidateQueries({ queryKey: skillsKey(botId) });
      toastSuccess('Cambios guardados');
      void navigate({ to: '/agentes' });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) void showError('No pudimos guardar los cambios', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!mayEdit || save.isPending) return;
    const found: Record<string, string> = {
      ...(managed && form.name.trim() === '' ? { name: AGENT_TEXTS.name } : {}),
      ...(form.category.length === 0 && !isOwner ? { category: AGENT_TEXTS.area } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.who}>
        <PersonAvatar name={user.name} id={String(user.id)} image={user.image} size={64} />
        <div>
          <strong>{user.name}</strong>
          <p>{user.email}</p>
        </div>
      </div>
      {managed ? (
        <div className={classes.pair}>
          <TextInput
            label="Nombre"
            value={form.name}
            maxLength={120}
            disabled={!mayEdit}
            error={faults['name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Teléfono"
            type="tel"
            value={form.phone}
            maxLength={60}
            disabled={!mayEdit}
            error={faults['phone']}
            onChange={(event) => set({ phone: event.currentTarget.value })}
          />
        </div>
      ) : (
        <p>
          Esta persona también trabaja en otros chatbots: solo ella puede cambiar su nombre y su teléfono.
        </p>
      )}
      <RoleSelect
        botId={botId}
        label="Rol asignado"
        value={form.role_id}
        keep={relation.role_id}
        disabled={!mayEdit || isOwner}
        error={faults['role_id']}
        onChange={(role_id) => set({ role_id: role_id ?? relation.role_id })}
      />
      <AreaBoxes
        value={form.category}
        onChange={(category) => set({ category })}
        disabled={!mayEdit}
        error={faults['category']}
      />
      <SkillBoxes
        botId={botId}
        value={form.skill_ids}
        onChange={(skill_ids) => set({ skill_ids })}
        disabled={!mayEdit}
        error={faults['skill_ids'] ?? null}
      />
      <Switch
        label="Recibe conversaciones que otros le asignan o derivan"
        checked={form.assignments}
        disabled={!mayEdit}
        onChange={(event) => set({ assignments: event.currentTarget.checked })}
      />
      <Switch
        label="Participa en la asignación automática"
        checked={form.automatic_assignments}
        disabled={!mayEdit}
        onChange={(event) => set({ automatic_assignments: event.currentTarget.checked })}
      />
      <div className={classes.foot}>
        <AllowedButton type="submit" allowed={mayEdit} why={TEXTS.noSavePermission} loading={save.isPending}>
          Guardar
        </AllowedButton>
      </div>
    </form>
  );
}
