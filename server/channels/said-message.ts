/** A message of a channel as the inbox takes it: what each channel's own reader makes of its webhooks. */
import type { MessageExtra } from '../../contract/entities/message.ts';

/** A file that the provider holds. */
export interface ProviderFile {
  /** By what it is asked for: the provider's id, or the address where it lies. */
  mediaId: string;
  /** Empty: it is known when it has come. */
  type: string;
  name: string;
  sha256: string | null;
}

export interface ReadMessage {
  mid: string;
  text: string;
  /** The payload of what was pressed. */
  button: string | undefined;
  files: ProviderFile[];
  extra: MessageExtra;
  /** What it answers. */
  replyTo: string | null;
  /** Nothing for a bot to answer. */
  mute: boolean;
}
