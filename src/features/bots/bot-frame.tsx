/** What the screens of a bot's settings share: the ways between them, loading, failure. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { BotSettings } from '../../../contract/entities/bot.ts';
import { sentence } from '../../api/api-error.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useBotSettings } from './bot-queries.ts';
import classes from './bots.module.css';

const WAYS = [
  { to: '/chatbot/edit', label: 'Datos y apariencia', module: 'chatbot' },
  { to: '/chatbot/configuracion', label: 'Atención y horarios', module: 'chatbot' },
  { to: '/chatbot/configuracion/asignacion', label: 'Asignación', module: 'chatbot' },
  { to: '/chatbot/configuracion/menu', label: 'Menú en el chat', module: 'menu_inicial' },
  { to: '/chatbot/sitio', label: 'En tu sitio', module: 'chatbot' },
  { to: '/chatbot/sitio/mensajes', label: 'Mensajes proactivos', module: 'chatbot' },
] as const;

interface BotFrameProps {
  title: string;
  lead: (botName: string) => string;
  /** Mounted again for each bot. */
  children: (settings: BotSettings) => ReactNode;
}

export function BotFrame({ title, lead, children }: BotFrameProps) {
  const { place } = usePlace();
  const may = useMay();
  const settings = useBotSettings(place.bot.id);
  return (
    <Screen title={title} lead={lead(place.bot.bot_name)}>
      <nav aria-label="Configuración del chatbot" className={classes.ways}>
        {WAYS.filter(({ module }) => may(module, 'read')).map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {settings.data ? (
        <div key={settings.data.id}>{children(settings.data)}</div>
      ) : settings.error ? (
        <LoadError message={sentence(settings.error)} onRetry={() => void settings.refetch()} />
      ) : (
        <LoadRows label="Cargando la configuración…" rows={6} />
      )}
    </Screen>
  );
}
