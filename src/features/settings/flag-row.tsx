/** One bot with its flags. */

import { Button, Switch } from '@mantine/core';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FlaggedBot } from '../../../contract/calls/settings.ts';
import { FLAG_NAMES, type FlagName } from '../../../contract/flags.ts';
import { call } from '../../api/call.ts';
import { PLACES_KEY } from '../../bot/bots.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './settings.module.css';
import { SETTINGS_BOTS } from './settings-key.ts';

const LABELS: Record<FlagName, string> = {
  notification_bell: 'Campana de notificaciones',
  scheduled_templates: 'Plantillas programadas',
  ai_classification: 'Clasificación IA',
  multi_tab_session_close: 'Cerrar sesión con la última pestaña',
  new_features: 'Funciones nuevas',
  timer_close: 'Cierre por tiempo',
  inactive_handling: 'Paso a Inactivas',
};

export function FlagRow({ bot }: { bot: FlaggedBot }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (flags: Partial<Record<FlagName, boolean | null>>) =>
      call(settingsCalls.switchFlags, { params: { botId: bot.id }, body: { flags } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [SETTINGS_BOTS] });
      // The own bots' flags decide the shell.
      void queries.invalidateQueries({ queryKey: [PLACES_KEY] });
    },
    onError: (error) => toastFailure('No pudimos cambiar la función', error),
  });
  const pending = change.isPending ? change.variables : {};
  return (
    <li className={classes.bot}>
      <div className={classes.name}>
        <strong>{bot.bot_name}</strong> <span>#{bot.id}</span>
        <p>
          {bot.owner ?? 'Sin propietario'}
          {bot.activated ? '' : ' · desactivado'}
        </p>
      </div>
      <fieldset className={classes.flags} aria-label={`Funciones de ${bot.bot_name}`}>
        {FLAG_NAMES.map((name) => (
          <div key={name}>
            <Switch
              label={LABELS[name]}
              size="xs"
              checked={pending[name] ?? bot.flags[name]}
              onChange={(event) => change.mutate({ [name]: event.currentTarget.checked })}
            />
            {bot.switched.includes(name) ? (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={`Volver al valor de siempre: ${LABELS[name]}`}
                onClick={() => change.mutate({ [name]: null })}
              >
                Volver al de siempre
              </Button>
            ) : null}
          </div>
        ))}
      </fieldset>
    </li>
  );
}
