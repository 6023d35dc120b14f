/** What the palette offers for what was typed: each row knows where it leads. */

import IconWindow from '@tabler/icons-react/dist/esm/icons/IconAppWindow.mjs';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import { leadCalls } from '../../../contract/calls/leads.ts';
import { leadNameOf } from '../../../contract/rules/lead-name.ts';
import { STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { call } from '../../api/call.ts';
import { config, inboxPath } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { flatEntries, type NavAction } from '../../frame/nav-entries.ts';
import { placeActions } from '../../frame/place-actions.ts';
import type { ShellActions } from '../../frame/shell-actions.ts';
import { useNavEntries } from '../../frame/use-nav-entries.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { found } from './match.ts';

/** Rows of each kind. */
const MOST = 6;
/** Shorter words find half the shop. */
const SHORTEST = 2;

export interface PaletteRow {
  key: string;
  label: string;
  detail?: string;
  icon: ReactNode;
  run: () => void;
}
export interface PaletteGroup {
  label: string;
  rows: PaletteRow[];
}

/** Screens that stand in no sidebar entry. */
const OTHER_SCREENS = [
  { label: 'Roles', to: '/role/list', module: 'role_list' },
  { label: 'Seguimiento de agentes', to: '/historial-estado-agentes', module: 'agentes' },
  { label: 'Nuevo agente', to: '/agente/nuevo', module: 'new_agent' },
  { label: 'Atención y horarios del chatbot', to: '/chatbot/configuracion', module: 'chatbot' },
  { label: 'Menú en el chat', to: '/chatbot/configuracion/menu', module: 'menu_inicial' },
  { label: 'El chat en tu sitio', to: '/chatbot/sitio', module: 'chatbot' },
  { label: 'Mensajes proactivos', to: '/chatbot/sitio/mensajes', module: 'chatbot' },
] as const;

function useSearches(text: string) {
  const { place } = usePlace();
  const may = useMay();
  const search = useSettled(text);
  const botId = place.bot.id;
  const enough = search.length >= SHORTEST && place.bot.activated;
  const conversations = useQuery({
    // An event at the bot makes it stale (hub, `stale`).
    queryKey: [`search/${botId}`, 'palette', search],
    queryFn: ({ signal }) =>
      call(conversationCalls.filter, { body: { filters: { bot_id: botId, search }, items: MOST }, signal }),
    enabled: enough && may('live', 'read'),
    placeholderData: keepPreviousData,
  });
  const clients = useQuery({
    queryKey: ['leads', botId, 'palette', search],
    queryFn: ({ signal }) =>
      call(leadCalls.listLeads, { query: { bot_id: botId, search, items: MOST }, signal }),
    enabled: enough && may('crm', 'read'),
    placeholderData: keepPreviousData,
  });
  const shown = text.length >= SHORTEST && enough;
  return {
    conversations: shown ? (conversations.data?.conversations ?? []) : [],
    clients: shown ? (clients.data?.leads ?? []) : [],
    searching: conversations.isFetching || clients.isFetching || search !== text,
    error: conversations.error ?? clients.error,
  };
}

/** @param text what was typed, without spaces around it */
export function usePaletteGroups(
  text: string,
  actions: ShellActions,
): { groups: PaletteGroup[]; searching: boolean; error: Error | null } {
  const { place, places } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const entries = useNavEntries();
  const { conversations, clients, searching, error } = useSearches(text);
  const perform: Record<NavAction, () => void> = {
    embed: actions.openEmbed,
    'delete-bot': actions.removeBot,
    'sign-out': actions.signOut,
  };

  const own = (key: string, label: string, run: () => void): PaletteRow => ({
    key,
    label,
    icon: <IconWindow size={18} aria-hidden="true" />,
    run,
  });
  const extras: PaletteRow[] = [
    ...(place.bot.activated && may('live', 'read') && place.link.role.base !== 'agente'
      ? [
          own(
            'supervision',
            'Supervisión',
            () => void navigate({ to: inboxPath(), search: { view: 'supervisor' } }),
          ),
        ]
      : []),
    ...(place.bot.activated && may('crm', 'add')
      ? [own('new-client', 'Nuevo cliente', actions.openNewClient)]
      : []),
    own('diagnostics', 'Diagnóstico', actions.openDiagnostics),
  ];
  // A deactivated bot blocks the menu, here as there.
  const usable = place.bot.activated ? entries : entries.filter(({ icon }) => icon === 'account');
  const here: PaletteRow[] = placeActions()
    .filter(({ label }) => found(label, text))
    .map(({ label, run }) => ({
      ...own(`here-${label}`, label, run),
      icon: <IconBolt size={18} aria-hidden="true" />,
    }));
  const all = flatEntries(usable);
  const leaving = all
    .filter(({ way, item }) => item.action === 'sign-out' && found(way, text))
    .map(({ way }) => own(way, way, perform['sign-out']));
  const screens: PaletteRow[] = [
    ...all
      .filter(({ item }) => item.action !== 'sign-out')
      .map(({ way, item }) => ({
        key: way,
        label: way,
        icon: <IconWindow size={18} aria-hidden="true" />,
        run: item.action ? perform[item.action] : () => void navigate({ to: item.to ?? '/dashboard' }),
      })),
    ...OTHER_SCREENS.filter(({ module }) => place.bot.activated && may(module, 'read')).map(
      ({ label, to }) => ({
        key: to,
        label,
        icon: <IconWindow size={18} aria-hidden="true" />,
        run: () => void navigate({ to }),
      }),
    ),
    ...extras,
  ].filter(({ label }) => found(label, text));

  const bots: PaletteRow[] = places
    .filter(({ bot }) => bot.id !== place.bot.id && found(bot.bot_name, text))
    .map(({ bot }) => ({
      key: String(bot.id),
      label: bot.bot_name,
      detail: bot.activated ? `Chatbot ${bot.id}` : `Chatbot ${bot.id}, desactivado`,
      icon: <IconRobot size={18} aria-hidden="true" />,
      run: () => actions.switchBot(bot.id),
    }));

  const talks: PaletteRow[] = conversations.map((card) => ({
    key: card.id,
    label: leadNameOf(card),
    detail: `${withProduct(STATE_LABELS[card.state], config().product.name)} · ${card.last_message}`,
    icon: <IconMessage size={18} aria-hidden="true" />,
    run: () =>
      void navigate({
        to: inboxPath(),
        search: { bot: card.bot_id, state: card.state, conversation: card.id },
      }),
  }));
  const people: PaletteRow[] = clients.map((lead) => ({
    key: lead._id,
    label: lead.name ?? 'Sin nombre',
    detail: [lead.email, lead.phone].filter(Boolean).join(' · '),
    icon: <IconUser size={18} aria-hidden="true" />,
    run: () => void navigate({ to: '/clients/detail-lead/$id', params: { id: lead._id } }),
  }));

  const groups = [
    { label: 'Aquí', rows: here },
    { label: 'Pantallas', rows: text === '' ? screens : screens.slice(0, MOST) },
    { label: 'Chatbots', rows: bots.slice(0, MOST) },
    { label: 'Conversaciones', rows: talks },
    { label: 'Clientes', rows: people },
    // Never the first, so that no hasty Enter signs out.
    { label: 'Sesión', rows: leaving },
  ].filter(({ rows }) => rows.length > 0);
  return { groups, searching, error };
}
