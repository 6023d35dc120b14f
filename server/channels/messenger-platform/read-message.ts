/** Every kind of message of Messenger and Instagram as the inbox shows it: words, files, what it is, what it answers. */
import * as z from 'zod/mini';
import type { Provider } from '../../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import type { MessageExtra } from '../../../contract/entities/message.ts';
import { parsedUrl } from '../../../contract/parsed-url.ts';
import type { SaidContact } from '../contacts.ts';
import type { ProviderFile, ReadMessage } from '../said-message.ts';

const word = z.optional(z.nullable(z.coerce.string()));
const maybe = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const coordinates = z.looseObject({ lat: z.coerce.number(), long: z.coerce.number() });

const attachment = z.looseObject({
  type: word,
  title: word,
  url: word,
  payload: maybe(
    z.nullable(
      z.looseObject({
        url: word,
        title: word,
        sticker_id: word,
        coordinates: maybe(coordinates),
        elements: maybe(z.array(z.looseObject({ title: word, subtitle: word }))),
        text: word,
        product: maybe(
          z.looseObject({ elements: maybe(z.array(z.looseObject({ title: word, subtitle: word }))) }),
        ),
      }),
    ),
  ),
});
type GivenAttachment = z.infer<typeof attachment>;

const referral = z.looseObject({
  ref: word,
  source: word,
  ad_id: word,
  referer_uri: word,
  ads_context_data: maybe(z.looseObject({ ad_title: word, post_id: word })),
  product: maybe(z.looseObject({ id: word })),
});

const message = z.looseObject({
  mid: z.string(),
  text: word,
  attachments: z.catch(z.array(attachment), []),
  quick_reply: maybe(z.looseObject({ payload: word })),
  reply_to: maybe(z.looseObject({ mid: word, story: maybe(z.looseObject({ id: word, url: word })) })),
  is_unsupported: z.optional(z.unknown()),
  metadata: word,
  app_id: word,
  referral: maybe(referral),
});

const content = z.looseObject({
  customer: z.string(),
  standby: z.catch(z.boolean(), false),
  mid: word,
  event: z.looseObject({
    message: maybe(message),
    message_edit: maybe(z.looseObject({ text: word })),
    postback: maybe(z.looseObject({ title: word, payload: word, referral: maybe(referral) })),
    referral: maybe(referral),
  }),
});

/** A message with what an echo says of who sent it. */
export interface MessagingSaid {
  read: ReadMessage;
  who: SaidContact;
  /** What was sent along with it. */
  metadata: string | null;
}

const NAMES: Record<string, string> = { image: 'foto', video: 'video', audio: 'audio', file: 'archivo' };
/** What was shared from elsewhere: its picture or film is copied where the address leads to one. */
const SHARED: Record<string, string> = {
  share: 'publicación',
  post: 'publicación',
  ig_post: 'publicación',
  reel: 'reel',
  ig_reel: 'reel',
  ig_story: 'historia',
  story_mention: 'historia',
};

/** A part's content. Throws for what is no message. */
export function readMessagingMessage(given: unknown, provider: Provider): MessagingSaid {
  const { customer, standby, mid, event } = content.parse(given);
  const who: SaidContact = { phone: null, userId: customer, parentUserId: null, name: null, username: null };
  const { message: said, postback, referral: came } = event;
  if (said) return { read: ofMessage(said, standby, provider), who, metadata: said.metadata ?? null };
  if (mid == null) throw new Error('No message is in it');
  if (postback) {
    const extra = { kind: 'postback', ...referralOf(postback.referral) };
    const button = postback.payload ?? undefined;
    const read = {
      mid,
      text: line(postback.title ?? ''),
      button,
      files: [],
      extra,
      replyTo: null,
      mute: standby,
    };
    return { read, who, metadata: null };
  }
  const text = 'El cliente abrió la conversación desde un enlace o un anuncio.';
  const extra = { kind: 'referral', ...referralOf(came) };
  const read = { mid, text, button: undefined, files: [], extra, replyTo: null, mute: true };
  return { read, who, metadata: null };
}

/** The words that a message has from now on; null: none. */
export const editedText = (given: unknown): string | null => {
  const text = content.parse(given).event.message_edit?.text;
  return text == null ? null : line(text);
};

const line = (text: string) => text.slice(0, 4096);

function ofMessage(said: z.infer<typeof message>, standby: boolean, provider: Provider): ReadMessage {
  const { mid, attachments, reply_to } = said;
  const unsupported = said.is_unsupported === true;
  const story = reply_to?.story;
  const files = [
    ...(story?.url ? [fileOf('historia', story.url)] : []),
    ...attachments.flatMap((one) => filesOf(one)),
  ];
  const place = attachments.find(({ payload }) => payload?.coordinates)?.payload?.coordinates;
  const kind = kindOf(said);
  const text = [said.text ?? '', ...attachments.flatMap((one) => wordsOf(one, said.text ?? ''))]
    .filter((words) => words !== '')
    .join('\n');
  const nothing = text === '' && files.length === 0;
  return {
    mid,
    text: unsupported || nothing ? unreadable(provider) : line(text),
    button: said.quick_reply?.payload ?? undefined,
    files,
    extra: {
      kind,
      ...(place ? { location: { latitude: place.lat, longitude: place.long } } : {}),
      ...referralOf(said.referral),
    },
    replyTo: reply_to?.mid ?? null,
    mute: standby || unsupported || nothing,
  };
}

const unreadable = (provider: Provider) =>
  `El cliente envió algo que ${PROVIDER_LABELS[provider]} no nos entrega.`;

function kindOf({ attachments, reply_to, quick_reply, is_unsupported }: z.infer<typeof message>): string {
  if (is_unsupported === true) return 'unsupported';
  if (reply_to?.story) return 'story_reply';
  if (quick_reply) return 'quick_reply';
  const first = attachments[0];
  if (!first) return 'text';
  if (first.payload?.sticker_id != null) return 'sticker';
  const type = first.type ?? 'unknown';
  if (type === 'story_mention') return 'story_mention';
  return type in SHARED || type === 'fallback' ? 'share' : type;
}

function filesOf({ type, payload }: GivenAttachment): ProviderFile[] {
  const name = NAMES[type ?? ''] ?? SHARED[type ?? ''];
  const url = payload?.url;
  return name !== undefined && url != null ? [fileOf(name, url)] : [];
}

/** With the name that the address gives it, where that is one. */
function fileOf(usual: string, url: string): ProviderFile {
  const last = parsedUrl(url)?.pathname.split('/').at(-1) ?? '';
  const named = usual === 'archivo' && /^[^/]{1,110}\.[a-z0-9]{2,5}$/i.test(last);
  return { mediaId: url, type: '', name: named ? decoded(last) : usual, sha256: null };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray percent sign: then the name stays as it is.
    return name;
  }
}

function wordsOf({ type, title, url, payload }: GivenAttachment, text: string): string[] {
  if (payload?.coordinates) return [title ? `Ubicación: ${title}` : 'Ubicación'];
  if (type === 'template') {
    const all = payload?.elements ?? payload?.product?.elements ?? [];
    const lines = all.map((one) => [one.title, one.subtitle].filter(Boolean).join(': '));
    return [payload?.text ?? '', ...lines].filter((words) => words !== '' && words !== text);
  }
  if (type === 'fallback') {
    const address = payload?.url ?? url;
    return [payload?.title ?? title ?? '', address ?? ''].filter(
      (words) => words !== '' && !text.includes(words),
    );
  }
  if (type != null && type in SHARED) return [payload?.title ?? ''].filter((words) => words !== '');
  return type != null && type in NAMES ? [] : [payload?.url ?? ''].filter((words) => words !== '');
}

/** The ad, link or product that led to it. */
function referralOf(given: z.infer<typeof referral> | undefined): Pick<MessageExtra, 'referral'> {
  if (!given) return {};
  const { ads_context_data: ad, product, ref, referer_uri } = given;
  return {
    referral: {
      headline: ad?.ad_title ?? (product?.id ? `Producto ${product.id}` : null),
      body: ref ?? null,
      source_url: referer_uri ?? null,
    },
  };
}
