/** The thread that reads one document and ends. What breaks here breaks nothing else. */
import { parentPort } from 'node:worker_threads';
import { DocumentFault } from './parse/fault.ts';
import { readDocument } from './parse/read-document.ts';
import type { ParseAnswer, ParseRequest } from './parser.ts';

parentPort?.once('message', ({ bytes, name }: ParseRequest) => {
  const answer = (message: ParseAnswer) => parentPort?.postMessage(message);
  readDocument(Buffer.from(bytes), name, (share) => answer({ share })).then(
    (read) => answer({ read }),
    (error: unknown) =>
      answer(
        error instanceof DocumentFault
          ? { fault: error.message }
          : { broke: error instanceof Error ? `${error.name}: ${error.message}` : String(error) },
      ),
  );
});
