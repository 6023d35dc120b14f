/** The wide layout: panes side by side, their widths remembered (ux.md 'Layout'). */
import { Splitter } from '@mantine/core';
import '@mantine/core/styles/Splitter.layer.css';
import type { ReactNode } from 'react';
import { useStored } from '../../ui/stored-state.ts';
import { type PaneWidths, readWidths } from './pane-widths.ts';
import classes from './panes.module.css';

interface PanesProps {
  states: ReactNode;
  list: ReactNode;
  conversation: ReactNode;
  client: ReactNode;
}

const px = (width: number): `${number}px` => `${Math.round(width)}px`;
const toNumber = (size: string | number | undefined, before: number): number =>
  typeof size === 'string' && size.endsWith('px') ? Number.parseFloat(size) : before;

export function Panes({ states, list, conversation, client }: PanesProps) {
  const [widths, setWidths] = useStored<PaneWidths>('inbox-panes', readWidths);
  const withClient = client !== null;
  return (
    <Splitter
      // Another number of panes is another splitter.
      key={withClient ? 'four' : 'three'}
      className={classes.panes}
      classNames={{ handle: classes.handle, pane: classes.pane }}
      lineSize={1}
      withHandle={false}
      step="16px"
      shiftStep="64px"
      onResizeEnd={(_, sizes) =>
        setWidths({
          states: toNumber(sizes[0], widths.states),
          list: toNumber(sizes[1], widths.list),
          client: withClient ? toNumber(sizes[3], widths.client) : widths.client,
        })
      }
    >
      <Splitter.Pane defaultSize={px(widths.states)} min="150px" max="300px">
        {states}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={px(widths.list)} min="240px" max="520px">
        {list}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={100} min={20}>
        {conversation}
      </Splitter.Pane>
      {withClient ? (
        <Splitter.Pane defaultSize={px(widths.client)} min="220px" max="460px">
          {client}
        </Splitter.Pane>
      ) : null}
    </Splitter>
  );
}
