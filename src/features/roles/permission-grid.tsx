/** Modules down, permissions across; on a phone a group of boxes for each module. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import {
  allows,
  MODULE_NAMES,
  MODULES,
  type ModuleName,
  type ModulePermissions,
  PERMISSIONS,
} from '../../../contract/permissions.ts';
import table from '../../ui/table.module.css';
import { useWide } from '../../ui/use-wide.ts';
import { exists, grantable, PERMISSION_LABELS, setCell, setRow } from './grid.ts';
import classes from './roles.module.css';

const NOT_YOURS = 'No puedes dar un permiso que tú no tienes.';

interface GridProps {
  value: readonly ModulePermissions[];
  onChange: (grants: ModulePermissions[]) => void;
  /** What the person has at this bot. */
  own: readonly ModulePermissions[];
  disabled: boolean;
}

export function PermissionGrid(props: GridProps) {
  const wide = useWide();
  const row = (module: ModuleName) => rowOf(props, module);
  if (!wide) {
    return (
      <div className={classes.modules}>
        {MODULE_NAMES.map((module) => {
          const { cells, all } = row(module);
          return (
            <fieldset key={module} className={classes.module}>
              <legend>{MODULES[module]}</legend>
              <Checkbox {...all} label="Todo" aria-label={undefined} />
              {cells.flatMap((cell) =>
                cell
                  ? [<Checkbox key={cell.key} {...cell.box} label={cell.label} aria-label={undefined} />]
                  : [],
              )}
            </fieldset>
          );
        })}
      </div>
    );
  }
  return (
    <section className={table.scroll} aria-label="Permisos por módulo">
      <table className={classes.grid} aria-label="Permisos por módulo">
        <thead>
          <tr>
            <th scope="col">Módulo</th>
            <th scope="col">Todo</th>
            {PERMISSIONS.map((permission) => (
              <th key={permission} scope="col">
                {PERMISSION_LABELS[permission]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MODULE_NAMES.map((module) => {
            const { cells, all } = row(module);
            return (
              <tr key={module}>
                <th scope="row">{MODULES[module]}</th>
                <td>
                  <Checkbox {...all} />
                </td>
                {PERMISSIONS.map((permission, index) => {
                  const cell = cells[index];
                  return <td key={permission}>{cell ? <Checkbox {...cell.box} /> : null}</td>;
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The boxes of a module; null where a permission means nothing there. */
function rowOf({ value, onChange, own, disabled }: GridProps, module: ModuleName) {
  const offered = grantable(own, module);
  const held = offered.filter((permission) => allows(value, module, permission));
  const full = offered.length > 0 && held.length === offered.length;
  const cells = PERMISSIONS.map((permission) => {
    if (!exists(module, permission)) return null;
    const mine = allows(own, module, permission);
    const checked = allows(value, module, permission);
    return {
      key: permission,
      label: PERMISSION_LABELS[permission],
      box: {
        'aria-label': `${MODULES[module]}: ${PERMISSION_LABELS[permission]}`,
        checked,
        // What somebody wider granted may be taken away, never given.
        disabled: disabled || (!mine && !checked),
        title: mine ? undefined : NOT_YOURS,
        onChange: () => onChange(setCell(value, module, permission, !checked)),
      },
    };
  });
  return {
    cells,
    all: {
      'aria-label': `${MODULES[module]}: todo`,
      checked: full,
      indeterminate: !full && held.length > 0,
      disabled: disabled || offered.length === 0,
      onChange: () => onChange(setRow(value, own, module, !full)),
    },
  };
}
