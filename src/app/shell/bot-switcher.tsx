/** The bots of this person: buttons up to four, a dropdown above (docs/product.md §2, §9). */
import { ActionIcon, Button, Menu, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { type BotView, botsOf, decideView, hasToggle } from '../../../machines/bot-view/moves.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { useWide } from '../../ui/use-wide.ts';
import classes from './bot-switcher.module.css';

const VIEWS: { value: BotView; label: string }[] = [
  { value: 'assigned_bots', label: 'Chatbots asignados' },
  { value: 'my_bots', label: 'Chatbots propios' },
];

export default function BotSwitcher() {
  const { switchBot } = useShellActions();
  const { place, places } = usePlace();
  const wide = useWide();
  const owned = places.filter((entry) => entry.owned);
  const assigned = places.filter((entry) => !entry.owned);
  const bots = botsOf(owned.length, assigned.length);
  const own: BotView = place.owned ? 'my_bots' : 'assigned_bots';
  // The toggle's choice holds until another bot is shown, which brings its own view.
  const [chosen, setChosen] = useState<{ view: BotView; botId: number } | null>(null);
  const view =
    chosen?.botId === place.bot.id
      ? decideView(chosen.view, bots, { type: 'loaded' })
      : decideView(own, bots, { type: 'selected', view: own });
  const listed = view === 'my_bots' ? owned : assigned;
  // Only a deactivated selected bot can be deleted from here (docs/product.md §2).
  const cross = place.bot.activated ? null : <RemoveBot />;
  if (places.length === 1) {
    return (
      <div className={classes.row}>
        <span className={classes.single}>{place.bot.bot_name}</span>
        {cross}
      </div>
    );
  }

  const show = (value: string) =>
    setChosen({
      view: decideView(view, bots, {
        type: 'choose',
        view: value === 'my_bots' ? 'my_bots' : 'assigned_bots',
      }),
      botId: place.bot.id,
    });
  const toggle = hasToggle(bots) ? (
    <SegmentedControl size="xs" aria-label="Qué chatbots mostrar" value={view} onChange={show} data={VIEWS} />
  ) : null;

  if (wide && listed.length <= LIMITS.botSwitcherButtons && places.length <= LIMITS.botSwitcherButtons) {
    return (
      <div className={classes.row}>
        {toggle}
        <fieldset aria-label="Chatbot" className={classes.buttons}>
          {listed.map(({ bot }) => (
            <button
              key={bot.id}
              type="button"
              className={classes.button}
              aria-pressed={bot.id === place.bot.id}
              onClick={() => switchBot(bot.id)}
            >
              {bot.bot_name}
            </button>
          ))}
        </fieldset>
        {cross}
      </div>
    );
  }
  return (
    <div className={classes.row}>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconSelector size={14} aria-hidden="true" />}
            className={classes.target}
          >
            <span className="visually-hidden">Chatbot: </span>
            {place.bot.bot_name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {toggle ? (
            <>
              <Menu.RadioGroup value={view} onChange={show}>
                {VIEWS.map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
                    {label}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              <Menu.Divider />
            </>
          ) : null}
          {listed.map(({ bot }) => (
            <Menu.Item
              key={bot.id}
              onClick={() => switchBot(bot.id)}
              aria-current={bot.id === place.bot.id || undefined}
              rightSection={bot.id === place.bot.id ? <IconCheck size={14} aria-hidden="true" /> : null}
            >
              {bot.bot_name}
              {bot.activated ? null : <small className={classes.off}> (desactivado)</small>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {cross}
    </div>
  );
}

function RemoveBot() {
  const { place } = usePlace();
  const { removeBot } = useShellActions();
  const label = `Eliminar ${place.bot.bot_name}`;
  return (
    <ActionIcon aria-label={label} title={label} color="red" size="md" onClick={removeBot}>
      <IconX size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
