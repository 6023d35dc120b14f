/** `/role/new` and `/role/edit/{id}`: a role of the bot's own with its grid (docs/product.md §6; 'Permissions'). */

import { Radio, TextInput } from '@mantine/core';
import { roleCalls } from '../../../contract/calls/roles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../../contract/entities/role.ts';
import { grantsOf } from '../../../contract/permission-matrix.ts';
import type { ModulePermissions } from '../../../contract/permissions.ts';
import type { SightBase } from '../../../contract/states.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { OfBot } from '../../bot/of-bot.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { Screen } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { grantsText, within } from './grid.ts';
import { PermissionGrid } from './permission-grid.tsx';
import classes from './roles.module.css';

const BACK = { to: '/role/list', label: 'Roles' };
const BACK_TO_LIST = { to: '/role/list', label: 'Ver los roles' };

export function NewRoleScreen() {
  const { place } = usePlace();
  return (
    <Screen title="Nuevo rol" back={BACK} lead={`Un rol propio de ${place.bot.bot_name}.`}>
      <RoleForm key={place.bot.id} kept={null} />
    </Screen>
  );
}

export function EditRoleScreen() {
  const { id = '' } = useParams({ strict: false });
  const role = useQuery({
    queryKey: ['role', Number(id)],
    queryFn: ({ signal }) => call(roleCalls.showRole, { params: { id: Number(id) }, signal }),
    // The form starts from what the server has now, never from what an earlier visit left behind.
    staleTime: 0,
    gcTime: 0,
    retry: (count, error) => !isMissing(error) && count < 2,
  });
  const failed = role.data ? null : role.error;
  return (
    <Screen title="Editar rol" back={BACK}>
      {role.isPending ? <LoadRows label="Cargando el rol…" rows={8} /> : null}
      {failed && isMissing(failed) ? (
        <Missing title="No encontramos este rol" back={BACK_TO_LIST}>
          <p>Puede que lo hayan eliminado. Los roles incluidos no se editan.</p>
        </Missing>
      ) : failed ? (
        <LoadError message={sentence(failed)} onRetry={() => void role.refetch()} />
      ) : null}
      {role.data?.bot_id ? (
        <OfBot key={role.data.id} botId={role.data.bot_id} what="Este rol" back={BACK_TO_LIST}>
          <RoleForm kept={role.data} />
        </OfBot>
      ) : null}
    </Screen>
  );
}

const BASES: readonly { value: SightBase; label: string; description: string }[] = [
  {
    value: 'administrador',
    label: 'Como administrador',
    description: 'Ve todas las conversaciones del chatbot y los contadores de todos.',
  },
  {
    value: 'agente',
    label: 'Como agente',
    description: 'Ve las conversaciones sin tomar de sus áreas, y las suyas.',
  },
];

/** @param kept the role that is edited; null: a new one */
function RoleForm({ kept: role }: { kept: Role | null }) {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const own = place.link.role.permissions;
  const maySave =
    (role ? may('role_list', 'edit') : may('new_role', 'add')) && (role === null || role.assignable);
  const [name, setName] = useState(role?.name ?? '');
  const [base, setBase] = useState<SightBase>(role?.base === 'administrador' ? 'administrador' : 'agente');
  const [grants, setGrants] = useState<ModulePermissions[]>(
    role?.permissions ?? within(grantsOf('agente'), own),
  );
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () => {
      const draft = { name: name.trim(), base, permissions: grants };
      return role
        ? call(roleCalls.updateRole, { params: { id: role.id }, body: draft })
        : call(roleCalls.createRole, { body: { bot_id: place.bot.id, ...draft } });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['roles'] });
      void queries.invalidateQueries({ queryKey: ['role'] });
      // It may be one's own role.
      void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
      toastSuccess(role ? 'Cambios guardados' : 'Rol creado');
      void navigate({ to: '/role/list' });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      const message = found['permissions'] ?? (found['name'] ? null : sentence(error));
      if (message) void showError('No pudimos guardar el rol', message);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!maySave || save.isPending) return;
    const found: Record<string, string> = {
      ...(name.trim() === '' ? { name: 'Ingresa el nombre del rol.' } : {}),
      ...(grants.length === 0 ? { permissions: 'Elige al menos un permiso.' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <TextInput
        label="Nombre"
        value={name}
        maxLength={60}
        error={faults['name']}
        disabled={!maySave}
        onChange={(event) => setName(event.currentTarget.value)}
        maw={420}
      />
      <Radio.Group
        label="Qué conversaciones ve"
        value={base}
        onChange={(value) => setBase(value === 'administrador' ? 'administrador' : 'agente')}
      >
        <div className={classes.bases}>
          {BASES.map((option) => (
            <Radio
              key={option.value}
              {...option}
              disabled={!maySave || (option.value === 'administrador' && place.link.role.base === 'agente')}
            />
          ))}
        </div>
      </Radio.Group>
      <div>
        <h2 className={classes.heading}>Permisos</h2>
        <p className={classes.hint}>
          <span role="status">{grantsText(grants)}</span>. Ver decide si el módulo aparece; los demás, qué
          botones funcionan.
        </p>
        {faults['permissions'] ? (
          <p role="alert" className={classes.error}>
            {faults['permissions']}
          </p>
        ) : null}
        <PermissionGrid value={grants} onChange={setGrants} own={own} disabled={!maySave} />
      </div>
      <div className={classes.foot}>
        <AllowedButton type="submit" allowed={maySave} why={TEXTS.noSavePermission} loading={save.isPending}>
          Guardar
        </AllowedButton>
      </div>
    </form>
  );
}
