/** The menu as a customer sees it in a channel; an option can be tried. */
import { useState } from 'react';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { cutLabel, menuFit } from '../../../contract/rules/menu-channels.ts';
import type { Channel } from '../../../contract/states.ts';
import type { OptionDraft } from '../center/interaction-draft.ts';
import classes from './menu.module.css';
import type { MenuDraft } from './menu-draft.ts';

interface MenuPreviewProps {
  menu: MenuDraft;
  nodes: readonly ClientNode[];
  channel: Channel;
  /** Of the bot. */
  name: string;
}

const NOTES: Record<Channel, string | null> = {
  web: null,
  whatsapp: 'En WhatsApp, hasta 3 opciones son botones; con más se abre una lista.',
  instagram: 'En Instagram las opciones desaparecen cuando el cliente elige una.',
  messenger: 'En Messenger las opciones desaparecen cuando el cliente elige una.',
};

export function MenuPreview({ menu, nodes, channel, name }: MenuPreviewProps) {
  const [tried, setTried] = useState<string | null>(null);
  const option = menu.options.find(({ key }) => key === tried) ?? null;
  const off = new Set(nodes.filter(({ status }) => !status).map(({ node_id }) => node_id));
  const shown = menu.options.filter(({ node_id }) => !off.has(node_id));
  return (
    <div className={classes.phone} data-channel={channel}>
      <p className={classes.phoneHead}>{name}</p>
      <Message text={menu.answers[0] ?? ''} options={shown} channel={channel} onTry={setTried} />
      {option ? (
        <>
          <p className={classes.mine}>{option.label}</p>
          <Message
            text={option.answers[0] ?? ''}
            options={option.suboptions.filter(({ node_id }) => !off.has(node_id))}
            channel={channel}
          />
          <button type="button" className={classes.again} onClick={() => setTried(null)}>
            Volver al saludo
          </button>
        </>
      ) : null}
      {NOTES[channel] ? <p className={classes.phoneNote}>{NOTES[channel]}</p> : null}
    </div>
  );
}

interface MessageProps {
  text: string;
  options: readonly OptionDraft[];
  channel: Channel;
  /** Left out: the options are only shown. */
  onTry?: (key: string) => void;
}

function Message({ text, options, channel, onTry }: MessageProps) {
  const fit = menuFit(
    channel,
    options.map(({ label }) => label),
  );
  const shown = options.slice(0, fit.most);
  return (
    <div className={classes.message}>
      <p className={classes.bubble}>{text.trim() || 'Sin texto'}</p>
      {shown.length > 0 ? (
        <ul data-form={fit.form} aria-label={fit.form === 'list' ? 'Lista de opciones' : 'Botones'}>
          {shown.map(({ key, label }) => (
            <li key={key}>
              {onTry ? (
                <button type="button" onClick={() => onTry(key)}>
                  {cutLabel(label, fit.label) || '…'}
                </button>
              ) : (
                <span>{cutLabel(label, fit.label) || '…'}</span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
