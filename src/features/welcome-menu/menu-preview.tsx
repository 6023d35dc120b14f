/** The menu as a customer sees it in a channel; an option can be tried. */
import { useState } from 'react';
import type { BotLook } from '../../../contract/entities/bot.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { cutLabel, menuFit } from '../../../contract/rules/menu-channels.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import type { Channel } from '../../../contract/states.ts';
import { ChatFrame, type SaidHere, shownChat, type Written } from '../../ui/chat-frame.tsx';
import classes from './menu.module.css';
import type { MenuDraft } from './menu-draft.ts';

interface MenuPreviewProps {
  menu: MenuDraft;
  nodes: readonly ClientNode[];
  channel: Channel;
  bot: { id: number; token: string };
  look: BotLook;
  /** On the site the look's welcome stands in place of the menu's greeting. */
  ownWelcome: boolean;
}

const NOTES: Record<Channel, string | null> = {
  web: null,
  whatsapp: 'En WhatsApp, hasta 3 opciones son botones; con más se abre una lista.',
  instagram: 'En Instagram las opciones desaparecen cuando el cliente elige una.',
  messenger: 'En Messenger las opciones desaparecen cuando el cliente elige una.',
};

export function MenuPreview({ menu, nodes, channel, bot, look, ownWelcome }: MenuPreviewProps) {
  const [tried, setTried] = useState<{ key: string; temporal_id: string } | null>(null);
  /** Back to the greeting is a chat that begins again. */
  const [round, setRound] = useState(0);
  const [at] = useState(() => new Date().toISOString());
  const option = menu.options.find(({ key }) => key === tried?.key) ?? null;
  const off = new Set(nodes.filter(({ status }) => !status).map(({ node_id }) => node_id));
  const buttons = (options: readonly { key: string; label: string; node_id: string | null }[]) => {
    const there = options.filter(({ node_id }) => node_id === null || !off.has(node_id));
    const fit = menuFit(
      channel,
      there.map(({ label }) => label),
    );
    return there
      .slice(0, fit.most)
      .map(({ key, label }) => ({ id: key, label: cutLabel(label, fit.label) || '…' }));
  };
  const named = (text: string | undefined) => fillNames(text?.trim() || 'Sin texto', { cliente: '' });
  const replaced = channel === 'web' && ownWelcome;
  const said: SaidHere[] =
    option && tried
      ? [
          { mid: 'tried', from: 'Cliente', text: option.label, temporal_id: tried.temporal_id },
          {
            mid: 'answer',
            from: 'bot',
            text: named(option.answers[0]),
            buttons: buttons(option.suboptions),
          },
        ]
      : [];
  const write = ({ button, temporal_id }: Written) => {
    const known = menu.options.some(({ key }) => key === button);
    if (!known || button === undefined) return 'aquí solo se prueban las opciones del menú.';
    setTried({ key: button, temporal_id });
    return null;
  };
  return (
    <>
      <ChatFrame
        key={round}
        className={classes.chat}
        bot={bot}
        chat={shownChat(
          {
            ...look,
            menu: 'start',
            welcome: named(replaced ? look.welcome : menu.answers[0]),
            buttons: buttons(menu.options),
          },
          said,
          at,
        )}
        title="Así ven tus clientes el menú"
        onWrite={write}
      />
      {option ? (
        <button
          type="button"
          className={classes.again}
          onClick={() => {
            setTried(null);
            setRound(round + 1);
          }}
        >
          Volver al saludo
        </button>
      ) : null}
      {replaced ? (
        <p className={classes.hint}>
          En tu sitio saluda el mensaje de bienvenida de su apariencia, en lugar de este saludo.
        </p>
      ) : null}
      {NOTES[channel] ? <p className={classes.hint}>{NOTES[channel]}</p> : null}
    </>
  );
}
