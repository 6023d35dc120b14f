/**
 * A node that opens a ticket. Its code is not known before it is opened, so that texts, and what the talk remembers,
 * hold a mark in its place until `withCodes` puts it there.
 */
import type { NodeTicket } from '../../../contract/entities/bot-node.ts';

/** A ticket that a turn opens. */
export interface OpenedTicket extends NodeTicket {
  /** The node: of one turn each opens one. */
  node: string;
}

/** What is told of one that was opened. */
export interface TicketCode {
  code: string;
  /** The customer's page. */
  url: string;
}

/** How texts call them: `{{ticket}}`, `{{ticket_enlace}}`. */
export const TICKET_VALUES = ['ticket', 'ticket_enlace'] as const;

const codeMark = (node: string) => `{{ticket:${node}}}`;
const urlMark = (node: string) => `{{ticket_enlace:${node}}}`;

/** What a node's ticket comes to when it is said. */
export function openTicket(node: string, ticket: NodeTicket) {
  return {
    opens: { ...ticket, node } satisfies OpenedTicket,
    /** What texts may say from here on. */
    vars: { ticket: codeMark(node), ticket_enlace: urlMark(node) },
    /** Its code is told whatever the owner's words are. */
    told: (said: string) =>
      said.includes(codeMark(node)) ? said : `${said}\n\nTu código de seguimiento es ${codeMark(node)}.`,
  };
}

/** Puts codes where a reply's texts and memory hold marks. @param codes by node */
export function withCodes<Message extends { text: string }, Memory extends object>(
  { messages, memory }: { messages: readonly Message[]; memory: Memory },
  codes: ReadonlyMap<string, TicketCode>,
): { messages: Message[]; memory: Memory } {
  const filled = (text: string) => {
    let done = text;
    for (const [node, { code, url }] of codes)
      done = done.replaceAll(codeMark(node), code).replaceAll(urlMark(node), url);
    return done;
  };
  const vars = (memory as { vars?: Record<string, unknown> }).vars;
  const known =
    vars &&
    Object.fromEntries(
      Object.entries(vars).map(([name, value]) => [name, typeof value === 'string' ? filled(value) : value]),
    );
  return {
    messages: messages.map((message) => ({ ...message, text: filled(message.text) })),
    memory: known ? { ...memory, vars: known } : memory,
  };
}
