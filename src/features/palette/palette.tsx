/** The palette (ux.md 'Keys' Ctrl/⌘+K): screens, bots, conversations, clients. */

import { Spotlight } from '@mantine/spotlight';
import { conversationCalls } from '../../../contract/calls/conversations.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/spotlight/styles.layer.css';
import IconWindow from '@tabler/icons-react/dist/esm/icons/IconAppWindow.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconRobot from '@tabler/icons-react/dist/esm/icons/IconRobot.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { config, inboxPath } from '../../app/client-config.ts';
import { flatEntries } from '../../app/shell/nav-entries.ts';
import type { ShellActions } from '../../app/shell/shell-actions.ts';
import { useNavEntries } from '../../app/shell/sidebar.tsx';
import { chooseBot } from '../../bot/bots.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { found } from './match.ts';
import { useSettled } from './use-settled.ts';

/** Rows of each kind. */
const MOST = 6;
/** Shorter words find half the shop. */
const SHORTEST = 2;

/** Screens that stand in no sidebar entry. */
const OTHER_SCREENS = [
  { label: 'Roles', to: '/role/list', module: 'role_list' },
  { label: 'Seguimiento de agentes', to: '/historial-estado-agentes', module: 'agentes' },
  { label: 'Nuevo agente', to: '/agente/nuevo', module: 'new_agent' },
] as const;

function useConversationSearch(text: string) {
  const { place } = usePlace();
  const may = useMay();
  const settled = useSettled(text);
  return useQuery({
    queryKey: [`search/${place.bot.id}`, 'palette', settled],
    queryFn: ({ signal }) =>
      call(conversationCalls.filter, {
        body: { filters: { bot_id: place.bot.id, search: settled }, items: LIMITS.conversationPage },
        signal,
      }),
    enabled: may('live', 'read') && settled.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
}

export default function Palette({ onClose, actions }: { onClose: () => void; actions: ShellActions }) {
  const { place, places } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed.trim());
  const entries = useNavEntries();
  const search = useConversationSearch(text);
  const cards = text.length >= SHORTEST ? (search.data?.conversations ?? []) : [];

  const screens = [
    ...flatEntries(place.bot.activated ? entries : entries.filter(({ icon }) => icon === 'account')).map(
      ({ way, item }) => ({ way, to: item.to, action: item.action }),
    ),
    ...OTHER_SCREENS.filter(({ module }) => may(module, 'read')).map(({ label, to }) => ({
      way: label,
      to,
      action: undefined,
    })),
  ].filter(({ way }) => found(way, text));
  const bots = places.filter(({ bot }) => bot.id !== place.bot.id && found(bot.bot_name, text));
  const clients = [...new Map(cards.map((card) => [card.lead_id, card])).values()];

  const run = (act: () => void) => () => {
    onClose();
    act();
  };
  const perform = (screen: (typeof screens)[number]) => {
    if (screen.action === 'embed') actions.openEmbed();
    else if (screen.action === 'delete-bot') actions.removeBot();
    else if (screen.action === 'sign-out') actions.signOut();
    else if (screen.to) void navigate({ to: screen.to });
  };
  const nothing = screens.length + bots.length + cards.length === 0 && !search.isFetching;

  return (
    <Spotlight.Root
      query={typed}
      onQueryChange={setTyped}
      forceOpened
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight="min(70vh, 34rem)"
      aria-label="Buscar en todo"
    >
      <Spotlight.Search
        placeholder="Busca pantallas, chatbots, conversaciones y clientes"
        aria-label="Buscar"
        leftSection={<IconSearch size={18} aria-hidden="true" />}
      />
      <Spotlight.ActionsList>
        <Group label="Pantallas">
          {screens.slice(0, text === '' ? screens.length : MOST).map((screen) => (
            <Spotlight.Action
              key={screen.way}
              label={screen.way}
              leftSection={<IconWindow size={18} aria-hidden="true" />}
              onClick={run(() => perform(screen))}
            />
          ))}
        </Group>
        <Group label="Chatbots">
          {bots.slice(0, MOST).map(({ bot }) => (
            <Spotlight.Action
              key={bot.id}
              label={bot.bot_name}
              description={bot.activated ? `Trabajar en el chatbot #${bot.id}` : 'Desactivado'}
              leftSection={<IconRobot size={18} aria-hidden="true" />}
              onClick={run(() => chooseBot(bot.id))}
            />
          ))}
        </Group>
        <Group label="Conversaciones">
          {cards.slice(0, MOST).map((card) => (
            <Spotlight.Action
              key={card.id}
              label={card.custom.name ?? card.lead_name}
              description={`${withProduct(STATE_LABELS[card.state], config().product.name)} · ${card.last_message}`}
              leftSection={<IconMessage size={18} aria-hidden="true" />}
              onClick={run(
                () =>
                  void navigate({
                    to: inboxPath(),
                    search: { bot: card.bot_id, state: card.state, conversation: card.id },
                  }),
              )}
            />
          ))}
        </Group>
        {may('crm', 'read') ? (
          <Group label="Clientes">
            {clients.slice(0, MOST).map((card) => (
              <Spotlight.Action
                key={card.lead_id}
                label={card.custom.name ?? card.lead_name}
                description="Ver la ficha del cliente"
                leftSection={<IconUser size={18} aria-hidden="true" />}
                onClick={run(
                  () => void navigate({ to: '/clients/detail-lead/$id', params: { id: card.lead_id } }),
                )}
              />
            ))}
          </Group>
        ) : null}
        {search.error ? <Spotlight.Empty role="alert">{sentence(search.error)}</Spotlight.Empty> : null}
        {nothing && !search.error ? <Spotlight.Empty>Nada coincide con «{text}».</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** A kind of rows; without rows, nothing. */
function Group({ label, children }: { label: string; children: readonly React.ReactNode[] }) {
  return children.length === 0 ? null : (
    <Spotlight.ActionsGroup label={label}>{children}</Spotlight.ActionsGroup>
  );
}
