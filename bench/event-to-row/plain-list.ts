/** The list of both plain pages, as cheap as a list can be: what differs between them is how events travel. */
import type { Conversation } from '../../contract/entities/conversation.ts';

export function showPlain(conversations: readonly Conversation[]): void {
  const list = document.createElement('ul');
  list.replaceChildren(
    ...conversations.map(({ id, lead_name, last_message }) => {
      const row = document.createElement('li');
      row.dataset['conversation'] = id;
      row.textContent = `${lead_name}: ${last_message}`;
      return row;
    }),
  );
  document.body.replaceChildren(list);
}
