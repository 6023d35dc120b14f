/** 'Rol asignado': the roles that the person may give; the owner's is never offered (docs/product.md §5). */
import { NativeSelect } from '@mantine/core';
import type { Role } from '../../../contract/entities/role.ts';
import { sentence } from '../../api/api-error.ts';
import { useRoles } from './agent-queries.ts';
import { roleText } from './agent-view.ts';

/** @param keep a role that is shown although it may not be given: the one that somebody has */
export function offeredRoles(roles: readonly Role[], keep: number | null = null): Role[] {
  return roles.filter((role) => role.id === keep || (role.assignable && role.base !== 'propietario'));
}

interface RoleSelectProps {
  botId: number;
  label: string;
  value: number | null;
  onChange: (roleId: number | null) => void;
  keep?: number | null;
  disabled?: boolean;
  error?: string | null;
}

export function RoleSelect({ botId, label, value, onChange, keep, disabled, error }: RoleSelectProps) {
  const roles = useRoles(botId);
  const failed = roles.error && !roles.data ? sentence(roles.error) : null;
  return (
    <NativeSelect
      label={label}
      name="role_id"
      value={value === null ? '' : String(value)}
      disabled={disabled || !roles.data}
      error={error ?? failed}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
      data={[
        {
          value: '',
          label: roles.isPending ? 'Cargando roles…' : 'Selecciona un rol',
          disabled: keep != null,
        },
        ...offeredRoles(roles.data ?? [], keep).map((role) => ({
          value: String(role.id),
          label: roleText(role.name),
        })),
      ]}
    />
  );
}
