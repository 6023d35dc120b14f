/**
 * Entry of `/whatsapp-button.js`: a button on any page that leads to a bot's numbers at WhatsApp. It asks its own server
 * who attends; nothing of a third party is loaded, WhatsApp hears of a visitor only when they press.
 */
import { render } from 'preact';
import type { ShownWhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { mount } from '../mount.ts';
import { type AskedFor, askButton, askParent, tellPress } from './ask.ts';
import css from './button.css?inline';
import { WhatsAppButton } from './whatsapp-button.tsx';

const HOST_ID = 'charla-whatsapp';

function start(asked: AskedFor): void {
  const place = mount(HOST_ID, css);
  if (!place) return;
  const show = (button: ShownWhatsAppButton | null) =>
    render(
      button && (
        <WhatsAppButton
          button={button}
          chat={asked.chat}
          everywhere={asked.shown}
          onPress={(phone) => {
            if (!asked.shown) tellPress(asked, phone);
          }}
        />
      ),
      place,
    );
  if (asked.shown) askParent(show);
  else askButton(asked, show);
}

// Read at once: `currentScript` is gone after the first turn.
const { src, dataset } = document.currentScript as HTMLScriptElement;
const asked: AskedFor = {
  origin: new URL(src).origin,
  botId: Number(dataset['bot']),
  botToken: dataset['token'] ?? '',
  chat: dataset['chat'] === 'left' || dataset['chat'] === 'right' ? dataset['chat'] : null,
  shown: dataset['mode'] === 'look',
};
if (document.body) start(asked);
else document.addEventListener('DOMContentLoaded', () => start(asked));
