/** The agent's own status at the shown bot (docs/product.md §4): what the server says, and a way to change it. */
import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { AGENT_STATUSES, type AgentStatus } from '../../../contract/states.ts';
import { AGENT_STATUS_HINTS, AGENT_STATUS_LABELS } from '../../../contract/texts.ts';
import { useOwnStatus } from '../../bot/own-status.ts';
import { usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { failureText } from '../../ui/failure-text.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './status-selector.module.css';

const HINTS: Partial<Record<AgentStatus, string>> = AGENT_STATUS_HINTS;

export function StatusSelector() {
  const { place, user } = usePlace();
  const own = useOwnStatus(place.bot.id, user.id);
  const change = async (status: AgentStatus) => {
    let refused: string | null;
    try {
      const result = await hub().setStatus(place.bot.id, place.link.id, status, place.link.role.base);
      refused = result.ok ? null : result.message;
    } catch (error) {
      refused = failureText(error);
    }
    if (refused) toast({ color: 'red', title: 'No pudimos cambiar tu estado', message: refused });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<StatusDot status={own} />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={`Tu estado: ${own ? AGENT_STATUS_LABELS[own] : 'sin conexión todavía'}`}
        >
          <span className={classes.label}>{own ? AGENT_STATUS_LABELS[own] : '…'}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {AGENT_STATUSES.map((status) => (
          <Menu.Item
            key={status}
            leftSection={<StatusDot status={status} />}
            aria-current={status === own || undefined}
            onClick={() => void change(status)}
          >
            {AGENT_STATUS_LABELS[status]}
            {HINTS[status] ? <small className={classes.hint}>{HINTS[status]}</small> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
