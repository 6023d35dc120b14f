/** What a read text is: a tree of plain data. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'strike'; of: Inline[] }
  /** `url` is http or https, always. */
  | { kind: 'link'; url: string; of: Inline[] };

export interface ListItem {
  /** How far in it stands, from 0. */
  depth: number;
  of: Inline[];
}

export type Block =
  /** Lines of text; line breaks are in it. */
  | { kind: 'lines'; of: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; of: Inline[] }
  /** `start`: the number of the first item, null for bullets. */
  | { kind: 'list'; start: number | null; items: ListItem[] };

export interface Reading {
  dialect: 'markdown' | 'whatsapp';
  /**
   * Whether `[label](address)` becomes a link that shows its label alone. Not for what customers write: a label could
   * name another place than the one it leads to.
   */
  labels: boolean;
}
