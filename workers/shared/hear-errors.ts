/** Errors that would otherwise be seen in the browser's console alone: what nobody caught and what was only logged. */

interface ErrorSource {
  addEventListener(type: 'error', hear: (event: ErrorEvent) => void): void;
  addEventListener(type: 'unhandledrejection', hear: (event: PromiseRejectionEvent) => void): void;
}

/** @param source a page's or a worker's global @param heard gets one short line for each */
export function hearErrors(source: ErrorSource, heard: (text: string) => void): void {
  source.addEventListener('error', (event) => heard(event.message));
  source.addEventListener('unhandledrejection', (event) => heard(textOf(event.reason)));
  const logged = console.error.bind(console);
  console.error = (...args: unknown[]) => {
    heard(args.map(textOf).join(' '));
    logged(...args);
  };
}

function textOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === 'string' ? value : typeof value;
}
