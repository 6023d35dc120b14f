/** The content of a file that the server has. */
import type { Attachment } from '../../../contract/entities/message.ts';

/** @returns null: it is gone, or its address has ended. Rejects without network */
export async function fileAt({ url, name, type }: Attachment): Promise<File | null> {
  if (url === undefined) return null;
  const answer = await fetch(url);
  return answer.ok ? new File([await answer.blob()], name, { type }) : null;
}
