/** What a channel tells of a message besides its words: what it is, what it answers, the ad that led to it, reactions. */
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconMapPin from '@tabler/icons-react/dist/esm/icons/IconMapPin.mjs';
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs';
import type { Message, MessageExtra } from '../../../../contract/entities/message.ts';
import { parsedUrl } from '../../../../contract/parsed-url.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { dateTimeText } from '../../../ui/dates.ts';
import classes from './channel.module.css';

/** What is no plain text says what it is. */
const KINDS: Record<string, string> = {
  contacts: 'Contacto compartido',
  order: 'Pedido del catálogo',
  button: 'Respondió con un botón',
  interactive: 'Eligió una opción',
  sticker: 'Sticker',
  system: 'Aviso de WhatsApp',
  unsupported: 'El canal no entrega este tipo de mensaje',
  unknown: 'El canal no entrega este tipo de mensaje',
  quick_reply: 'Eligió una opción',
  postback: 'Tocó un botón',
  story_reply: 'Respondió a tu historia',
  story_mention: 'Te mencionó en su historia',
  share: 'Publicación compartida',
};

/** @param part `above` and `below` the words */
export function ChannelExtra({ message, part }: { message: Message; part: 'above' | 'below' }) {
  const { extra } = message;
  if (!extra) return null;
  return part === 'above' ? <Above message={message} extra={extra} /> : <Below extra={extra} />;
}

function Above({ message, extra }: { message: Message; extra: MessageExtra }) {
  const { from_app, deleted, kind, referral, reply_to } = extra;
  // The bubble says it of what was pressed here.
  const label = message.buttons.length > 0 ? undefined : KINDS[kind ?? ''];
  return (
    <>
      {from_app ? (
        <p className={classes.fact}>
          <IconDeviceMobile size={13} aria-hidden="true" /> Desde la app
        </p>
      ) : null}
      {deleted ? (
        <p className={classes.fact}>
          <IconBan size={13} aria-hidden="true" /> Mensaje eliminado
        </p>
      ) : null}
      {label && !deleted ? <p className={classes.fact}>{label}</p> : null}
      {referral ? (
        <div className={classes.quote}>
          <p className={classes.fact}>
            <IconSpeakerphone size={13} aria-hidden="true" />{' '}
            {kind === 'referral' ? 'Llegó por un enlace' : 'Llegó por un anuncio'}
          </p>
          {referral.headline ? <p>{plainLine(referral.headline, 200)}</p> : null}
          {referral.body ? <p className={classes.fact}>{plainLine(referral.body, 200)}</p> : null}
          <AdLink address={referral.source_url} />
        </div>
      ) : null}
      {reply_to ? (
        <blockquote className={classes.quote}>
          <p className={classes.fact}>
            <IconArrowBackUp size={13} aria-hidden="true" /> Responde a
          </p>
          <p>{reply_to.text ? plainLine(reply_to.text, 200) : 'un mensaje anterior'}</p>
        </blockquote>
      ) : null}
    </>
  );
}

/** Only what is an address of the web: it comes from outside. */
function AdLink({ address }: { address: string | null }) {
  if (address === null || !/^https?:\/\//i.test(address) || !parsedUrl(address)) return null;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      Ver el anuncio
    </a>
  );
}

function Below({ extra }: { extra: MessageExtra }) {
  const { location, changed_at, deleted } = extra;
  const reactions = (extra.reactions ?? []).filter(({ emoji }) => emoji !== '');
  return (
    <>
      {location ? (
        <a
          className={classes.map}
          href={`https://www.google.com/maps?q=${location.latitude},${location.longitude}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <IconMapPin size={15} aria-hidden="true" /> Ver en el mapa
        </a>
      ) : null}
      {changed_at && !deleted ? (
        <p className={classes.fact} title={dateTimeText(changed_at)}>
          Editado por el cliente
        </p>
      ) : null}
      {reactions.length > 0 ? (
        <ul className={classes.reactions} aria-label="Reacciones">
          {reactions.map(({ from, emoji }) => (
            <li key={from}>
              {emoji}{' '}
              <span className="visually-hidden">{from === 'agent' ? 'del equipo' : 'del cliente'}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
