/** A document as customers read it in the chat. */
export interface ArticleHit {
  id: string;
  title: string;
  /** The beginning of the passage that was found; empty: nothing was typed. */
  excerpt: string;
}

export interface Article {
  id: string;
  title: string;
  /** In the document's order. */
  parts: { at: number; heading: string | null; text: string }[];
  /** It goes on: only so much of it is shown. */
  more: boolean;
}
