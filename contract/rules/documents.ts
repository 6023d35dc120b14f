/** What a bot's documents may be: the screens say it, the server holds it. Bytes, characters, milliseconds. */

export const DOCUMENT_KINDS = ['pdf', 'docx', 'xlsx', 'csv', 'html', 'txt'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Endings that the file dialog offers; what a file is, its content decides. */
export const DOCUMENT_ENDINGS = ['.pdf', '.docx', '.xlsx', '.csv', '.html', '.htm', '.txt'] as const;

export const DOCUMENT_STATUSES = ['waiting', 'reading', 'ready', 'failed', 'cancelled'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

export const DOCUMENT_LIMITS = {
  /** One file: the manual of a whole product line, not a scan of it. */
  fileBytes: 20_000_000,
  /** One page of the web, as it is sent. */
  urlBytes: 5_000_000,
  /** What a docx or xlsx may unpack to, whatever it says of itself. */
  unpackedBytes: 100_000_000,
  unpackedFiles: 2_000,
  pages: 500,
  sheets: 50,
  rows: 20_000,
  /** Of text; about 300 pages. */
  characters: 1_000_000,
  /** Of one bot. */
  documents: 200,
  passages: 5_000,
  /** Reading one file. */
  time: 60_000,
  memoryMb: 256,
  urlTime: 15_000,
  redirects: 3,
  title: 120,
  /** A passage: what fits an answer and still holds one thought. */
  passage: 700,
  overlap: 100,
  /** A question that is tried out. */
  question: 500,
} as const;
