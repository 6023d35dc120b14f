/**
 * Panes side by side, their widths remembered (docs/product.md §10); on a phone one of them. The same tree in either width:
 * what is open or typed in a pane outlives a turned tablet.
 */
import { Splitter } from '@mantine/core';
import '@mantine/core/styles/Splitter.layer.css';
import type { ReactNode } from 'react';
import { useStored } from '../../ui/stored-state.ts';
import { type PaneWidths, readWidths } from './pane-widths.ts';
import classes from './panes.module.css';

interface PanesProps {
  /** A phone: the one that there is fills the screen. Null elsewhere leaves its place empty. */
  single: boolean;
  /** The list's place is the conversation's: what is shown needs the room of both. */
  broad: boolean;
  states: ReactNode;
  list: ReactNode;
  conversation: ReactNode;
  client: ReactNode;
}

const px = (width: number): `${number}px` => `${Math.round(width)}px`;
const toNumber = (size: string | number | undefined, before: number): number =>
  typeof size === 'string' && size.endsWith('px') ? Number.parseFloat(size) : before;

const LOOK = {
  className: classes.panes,
  classNames: { handle: classes.handle, pane: classes.pane },
  lineSize: 1,
  withHandle: false,
  step: '16px',
  shiftStep: '64px',
} as const;

export function Panes({ single, broad, states, list, conversation, client }: PanesProps) {
  const [widths, setWidths] = useStored<PaneWidths>('inbox-panes', readWidths);
  return (
    <Splitter
      {...LOOK}
      data-single={single || undefined}
      // Another number of panes is another splitter.
      key={broad ? 'broad' : 'list'}
      onResizeEnd={(_, sizes) =>
        setWidths({
          ...widths,
          states: toNumber(sizes[0], widths.states),
          list: broad ? widths.list : toNumber(sizes[1], widths.list),
        })
      }
    >
      <Splitter.Pane defaultSize={px(widths.states)} min="150px" max="300px">
        {states}
      </Splitter.Pane>
      {broad ? null : (
        <Splitter.Pane defaultSize={px(widths.list)} min="240px" max="520px">
          {list}
        </Splitter.Pane>
      )}
      <Splitter.Pane defaultSize={100} min={20}>
        {conversation || client ? (
          // A splitter of its own: the list stays as it is when the panel comes and goes, and so does the conversation.
          <Splitter
            {...LOOK}
            onResizeEnd={(_, sizes) => setWidths({ ...widths, client: toNumber(sizes[1], widths.client) })}
          >
            <Splitter.Pane defaultSize={100} min={20}>
              {conversation}
            </Splitter.Pane>
            <Splitter.Pane defaultSize={px(widths.client)} min="220px" max="460px">
              {client}
            </Splitter.Pane>
          </Splitter>
        ) : null}
      </Splitter.Pane>
    </Splitter>
  );
}
