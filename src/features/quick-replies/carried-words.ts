/** What a quick reply carries beside its text, in words. */
import type { QuickReply } from '../../../contract/calls/inbox-tools.ts';

/** '2 archivos', '1 botón'; nothing where it carries nothing. */
export function carriedWords({
  attachments,
  buttons,
  links = [],
}: Pick<QuickReply, 'attachments' | 'buttons' | 'links'>): string[] {
  const counted = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
  return [
    ...counted(attachments.length, 'archivo', 'archivos'),
    ...counted(buttons.length, 'botón', 'botones'),
    ...counted(links.length, 'enlace', 'enlaces'),
  ];
}
