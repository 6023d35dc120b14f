/** What may be done with a connection, one thing at a time, and what is said of it afterwards. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useConnectionsAgain } from './connection-queries.ts';

/** How a kind of connection speaks of itself. */
export interface ConnectionWords {
  /** Whether a check found it well. */
  isWell: (now: Connection) => boolean;
  /** After its name: what follows from a pause, and from its end. */
  paused: string;
  resumed: string;
  /** What is lost by disconnecting it. */
  removal: string;
  removed: string;
}

interface Work {
  name: string;
  /** What is said when it is done. */
  run: () => Promise<string>;
}

export function useConnectionActions({ id, name, paused }: Connection, words: ConnectionWords) {
  const askAgain = useConnectionsAgain();
  const [said, setSaid] = useState('');
  const work = useMutation({
    mutationFn: ({ run }: Work) => run(),
    onSuccess: async (text) => {
      setSaid(text);
      await askAgain();
    },
    onError: (error) => {
      void showError('No pudimos hacerlo', sentence(error));
      void askAgain();
    },
  });
  const params = { id };
  return {
    said,
    /** The name of what is being done; null: nothing. */
    busy: work.isPending ? work.variables.name : null,
    /** Whatever only one kind of connection can do. */
    run: (one: Work) => work.mutate(one),
    check: () =>
      work.mutate({
        name: 'check',
        run: async () => {
          const now = await call(connectionCalls.checkConnection, { params });
          // What is wrong stands above.
          return words.isWell(now) ? `${name} responde bien.` : `${name} no funciona por ahora.`;
        },
      }),
    pause: () =>
      work.mutate({
        name: 'pause',
        run: async () => {
          await call(connectionCalls.updateConnection, { params, body: { paused: !paused } });
          return `${name} ${paused ? words.resumed : words.paused}`;
        },
      }),
    remove: async () => {
      const yes = await ask({
        title: `¿Desconectar ${name}?`,
        text: words.removal,
        confirm: 'Desconectar',
        danger: true,
      });
      if (!yes) return;
      work.mutate({
        name: 'delete',
        run: async () => {
          await call(connectionCalls.deleteConnection, { params });
          toastSuccess(words.removed);
          return '';
        },
      });
    },
  };
}
export type ConnectionActions = ReturnType<typeof useConnectionActions>;
