/** Whether the menu fits each channel, and what of it does not. */
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type MenuForm, menuFit } from '../../../contract/rules/menu-channels.ts';
import { CHANNELS } from '../../../contract/states.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import classes from './menu.module.css';

const FORMS: Record<MenuForm, string> = {
  buttons: 'botones',
  list: 'una lista',
  quick_replies: 'respuestas rápidas',
};

export function ChannelFits({ labels }: { labels: readonly string[] }) {
  return (
    <section aria-labelledby="channel-fits" className={classes.fits}>
      <h3 id="channel-fits">Límites de cada canal</h3>
      <ul>
        {CHANNELS.map((channel) => {
          const fit = menuFit(channel, labels);
          const Icon = fit.fits ? IconCheck : IconAlertTriangle;
          return (
            <li key={channel} data-fits={fit.fits}>
              <Icon size={16} aria-hidden="true" />
              <div>
                <p>
                  <strong>{CHANNEL_LABELS[channel]}</strong>: como {FORMS[fit.form]}, hasta {fit.most}{' '}
                  opciones de {fit.label} caracteres.{' '}
                  {fit.fits ? <span className="visually-hidden">El menú cabe.</span> : null}
                </p>
                {fit.over > 0 ? (
                  <p>
                    {fit.over === 1
                      ? 'Sobra 1 opción: la última.'
                      : `Sobran ${fit.over} opciones: las últimas.`}
                  </p>
                ) : null}
                {fit.long.length > 0 ? (
                  <p>Se cortan: {fit.long.map((label) => `«${label}»`).join(', ')}.</p>
                ) : null}
                {fit.doubled.length > 0 ? (
                  <p>Están dos veces: {fit.doubled.map((label) => `«${label}»`).join(', ')}.</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
