/** `/role/list`: the built-in roles and the bot's own; below, what was changed by whom. */

import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { roleCalls } from '../../../contract/calls/roles.ts';
import type { Role } from '../../../contract/entities/role.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton, AllowedIcon } from '../../ui/allowed-button.tsx';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { rolesKey, useRoles } from '../agents/agent-queries.ts';
import { roleText } from '../agents/agent-view.ts';
import { AuditList } from './audit-list.tsx';
import { FactorSwitch } from './factor-switch.tsx';
import { grantLines, grantsText } from './grid.ts';
import classes from './roles.module.css';

export function RoleListScreen() {
  const { place } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const roles = useRoles(place.bot.id);
  return (
    <Screen
      title="Roles"
      lead={`Qué puede hacer cada persona en ${place.bot.bot_name}.`}
      back={{ to: '/agentes', label: 'Agentes' }}
      actions={
        <AllowedButton
          allowed={may('new_role', 'read')}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => void navigate({ to: '/role/new' })}
        >
          Nuevo rol
        </AllowedButton>
      }
    >
      {roles.isPending ? <LoadRows label="Cargando roles…" rows={4} /> : null}
      {roles.error && !roles.data ? (
        <LoadError message={sentence(roles.error)} onRetry={() => void roles.refetch()} />
      ) : null}
      {roles.data ? (
        <ul className={classes.list}>
          {roles.data.map((role) => (
            <RoleRow key={role.id} of={role} />
          ))}
        </ul>
      ) : null}
      <div className={classes.audit}>
        <Section id="second-factor" title="Seguridad" lead="Qué se pide a quienes administran este chatbot.">
          <FactorSwitch key={place.bot.id} botId={place.bot.id} />
        </Section>
        <Section
          id="audit"
          title="Registro de cambios"
          lead="Cambios de personas, roles, vínculos y del chatbot, con quién los hizo."
        >
          <AuditList key={place.bot.id} botId={place.bot.id} />
        </Section>
      </div>
    </Screen>
  );
}

function RoleRow({ of: role }: { of: Role }) {
  const { place } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const own = role.bot_id !== null;
  const mayEdit = may('role_list', 'edit');
  const remove = useMutation({
    mutationFn: () => call(roleCalls.deleteRole, { params: { id: role.id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: rolesKey(place.bot.id) });
      void queries.invalidateQueries({ queryKey: ['audits', place.bot.id] });
      toastSuccess('Rol eliminado');
    },
    onError: (error) => void showError('No pudimos eliminar el rol', sentence(error)),
  });
  const confirm = async () => {
    const yes = await ask({
      title: `¿Eliminar el rol ${role.name}?`,
      text: UNDOABLE,
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate();
  };
  const people = role.people === 1 ? '1 persona' : `${role.people} personas`;
  return (
    <li className={classes.role}>
      <div>
        <strong>{roleText(role.name)}</strong>
        <p>
          {own ? `Propio de este chatbot · ve como ${role.base}` : 'Incluido'} · {people} ·{' '}
          {grantsText(role.permissions)}
        </p>
        <details className={classes.look}>
          <summary>Ver permisos</summary>
          <dl>
            {grantLines(role.permissions).map(({ module, permissions }) => (
              <div key={module}>
                <dt>{module}</dt>
                <dd>{permissions}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      {own ? (
        <div className={classes.actions}>
          <Link
            to="/role/edit/$id"
            params={{ id: String(role.id) }}
            aria-label={`Editar el rol ${role.name}`}
          >
            <IconPencil size={17} aria-hidden="true" />
          </Link>
          <AllowedIcon
            label={`Eliminar el rol ${role.name}`}
            allowed={mayEdit && role.assignable}
            why={mayEdit ? 'Este rol puede hacer más que el tuyo: no puedes eliminarlo.' : undefined}
            loading={remove.isPending}
            onClick={() => void confirm()}
          >
            <IconTrash size={17} aria-hidden="true" />
          </AllowedIcon>
        </div>
      ) : null}
    </li>
  );
}

const UNDOABLE = 'No podrás revertir esta acción';
