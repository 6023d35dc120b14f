/** The bots of this person: buttons up to four, a dropdown above (spec §2, §9). */
import { Button, Menu, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconSelector from '@tabler/icons-react/dist/esm/icons/IconSelector.mjs';
import { useState } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import { chooseBot } from '../../bot/bots.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useWide } from '../../ui/use-wide.ts';
import classes from './bot-switcher.module.css';

export function BotSwitcher({ onSwitch }: { onSwitch: () => void }) {
  const { place, places } = usePlace();
  const wide = useWide();
  const [owned, setOwned] = useState(place.owned);
  const both = places.some((entry) => entry.owned) && places.some((entry) => !entry.owned);
  const listed = both ? places.filter((entry) => entry.owned === owned) : places;
  const choose = (botId: number) => {
    if (botId === place.bot.id) return;
    chooseBot(botId);
    onSwitch();
  };
  if (places.length === 1) return <span className={classes.single}>{place.bot.bot_name}</span>;

  const toggle = both ? (
    <SegmentedControl
      size="xs"
      aria-label="Qué chatbots mostrar"
      value={owned ? 'owned' : 'assigned'}
      onChange={(value) => setOwned(value === 'owned')}
      data={[
        { value: 'assigned', label: 'Chatbots asignados' },
        { value: 'owned', label: 'Chatbots propios' },
      ]}
    />
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
              onClick={() => choose(bot.id)}
            >
              {bot.bot_name}
            </button>
          ))}
        </fieldset>
      </div>
    );
  }
  return (
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
        {toggle}
        {listed.map(({ bot }) => (
          <Menu.Item
            key={bot.id}
            onClick={() => choose(bot.id)}
            aria-current={bot.id === place.bot.id || undefined}
            rightSection={bot.id === place.bot.id ? <IconCheck size={14} aria-hidden="true" /> : null}
          >
            {bot.bot_name}
            {bot.activated ? null : <small className={classes.off}> (desactivado)</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
