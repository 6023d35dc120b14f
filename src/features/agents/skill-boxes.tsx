/** 'Habilidades' of the form of an agent: a box for each of the bot's. Nothing while it has none. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useSkills } from '../team/team-queries.ts';
import classes from './agent-form.module.css';

interface SkillBoxesProps {
  botId: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
  disabled?: boolean;
  error?: string | null;
}

export function SkillBoxes({ botId, value, onChange, disabled, error }: SkillBoxesProps) {
  const { data } = useSkills(botId);
  if (!data || data.skills.length === 0) return null;
  return (
    <fieldset
      className={classes.skills}
      aria-describedby={error ? 'skills-error' : undefined}
      disabled={disabled}
    >
      <legend>Habilidades</legend>
      {data.skills.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={value.includes(id)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...value, id] : value.filter((other) => other !== id))
          }
        />
      ))}
      {error ? (
        <p id="skills-error" className={classes.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
