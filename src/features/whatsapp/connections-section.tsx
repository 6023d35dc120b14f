/** The bot's numbers, pages or accounts: how each is, what to do about it, and connecting another one. */
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import type { Connection } from '../../../contract/entities/connection.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { Section } from '../../ui/screen.tsx';
import { isWhole, useConnections } from '../connections/connection-queries.ts';
import { STATE_TEXT } from '../connections/state-text.ts';
import type { ChannelWords } from './channel-words.ts';
import { ConnectionCard } from './connection-card.tsx';
import { twoWays } from './two-ways.ts';
import classes from './whatsapp.module.css';

const DIALOGS = {
  whatsapp: lazyPart(() => import('./connect-dialog.tsx')),
  messenger: lazyPart(() => import('./connect-page-dialog.tsx')),
  instagram: lazyPart(() => import('./connect-instagram-dialog.tsx')),
};

export function ConnectionsSection({ of: words }: { of: ChannelWords }) {
  const { place } = usePlace();
  const may = useMay();
  const connections = useConnections(place.bot.id);
  const [connecting, setConnecting] = useState<Connection | 'new' | null>(null);
  const edits = may('integraciones', 'edit');
  const own = (connections.data ?? []).filter(({ provider }) => provider === words.provider);
  const ConnectDialog = DIALOGS[words.provider];
  const connect = (
    <AllowedButton
      allowed={edits}
      why={TEXTS.noActionPermission}
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setConnecting('new')}
    >
      {words.connect}
    </AllowedButton>
  );
  return (
    <Section id={words.id} title={words.title}>
      {connections.isPending ? <LoadRows label={words.loading} rows={2} height={96} /> : null}
      {connections.error && !connections.data ? (
        <LoadError message={sentence(connections.error)} onRetry={() => void connections.refetch()} />
      ) : null}
      {connections.data && own.length === 0 ? (
        <Empty title={words.empty.title} next={connect}>
          <p>{words.empty.text}</p>
        </Empty>
      ) : null}
      {own.length > 0 ? (
        <>
          <ul className={classes.list} aria-label={words.list}>
            {own.map((one) =>
              isWhole(one) ? (
                <ConnectionCard
                  key={one.id}
                  of={one}
                  words={words}
                  warning={twoWays(one, connections.data ?? [])}
                  onReconnect={() => setConnecting(one)}
                />
              ) : (
                <li key={`${one.name} ${one.state}`} className={classes.item}>
                  <p className={marked.title}>
                    <strong>{one.name}</strong>
                    <span data-tone={STATE_TEXT[one.state].tone}>{STATE_TEXT[one.state].text}</span>
                  </p>
                </li>
              ),
            )}
          </ul>
          {connect}
        </>
      ) : null}
      {connecting ? (
        <ConnectDialog of={connecting === 'new' ? null : connecting} onClose={() => setConnecting(null)} />
      ) : null}
    </Section>
  );
}
