/** One question to the model at a time; a new one, or going away, takes back the one before. */
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** @param ask makes the call; its signal ends when the answer is not wanted any more */
export function useQuestion<About, Answer>(ask: (about: About, signal: AbortSignal) => Promise<Answer>) {
  const stop = useRef<AbortController | null>(null);
  const { mutate, reset, data, error, isPending, variables } = useMutation({
    mutationFn: (about: About) => {
      stop.current?.abort();
      const own = new AbortController();
      stop.current = own;
      return ask(about, own.signal);
    },
  });
  const takeBack = useCallback(() => {
    stop.current?.abort();
    reset();
  }, [reset]);
  useEffect(() => () => stop.current?.abort(), []);
  return { ask: mutate, takeBack, answer: data, error, isPending, about: variables };
}
