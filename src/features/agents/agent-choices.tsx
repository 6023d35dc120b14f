/** Over the table of /agentes: who is shown, and in which order. */
import { NativeSelect } from '@mantine/core';
import classes from './agent-table.module.css';
import { type Choice, ORDERS, SHOWN } from './presence-view.ts';

interface AgentChoicesProps {
  choice: Choice;
  /** Names of the bot's skills. */
  skills: readonly string[];
  onChoose: (choice: Choice) => void;
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

export function AgentChoices({ choice, skills, onChoose }: AgentChoicesProps) {
  const pick = <K extends 'shown' | 'order'>(part: K, all: readonly Choice[K][]) => ({
    value: choice[part],
    onChange: (event: { currentTarget: { value: string } }) => {
      const found = all.find((one) => one === event.currentTarget.value);
      if (found) onChoose({ ...choice, [part]: found });
    },
  });
  return (
    <div className={classes.choices}>
      <NativeSelect
        label="Mostrar"
        {...pick('shown', keysOf(SHOWN))}
        data={keysOf(SHOWN).map((value) => ({ value, label: SHOWN[value] }))}
      />
      {skills.length > 0 ? (
        <NativeSelect
          label="Habilidad"
          value={choice.skill}
          onChange={(event) => onChoose({ ...choice, skill: event.currentTarget.value })}
          data={[{ value: '', label: 'Cualquiera' }, ...skills]}
        />
      ) : null}
      <NativeSelect
        label="Ordenar por"
        {...pick('order', keysOf(ORDERS))}
        data={keysOf(ORDERS).map((value) => ({ value, label: ORDERS[value] }))}
      />
    </div>
  );
}

/** What the column 'Estado' says, to the letter. */
export function PresenceLegend() {
  return (
    <details className={classes.legend}>
      <summary>Qué significan estado y conexión</summary>
      <p>
        «En línea» es que un navegador de la persona tiene abierto este chatbot en el panel, en un computador
        o un celular. Al cerrarlo se nota en unos segundos; si pierde la red, en dos minutos. «En línea hasta»
        es la última vez que lo estuvo.
      </p>
      <p>
        El estado lo elige cada persona, y se muestra desde cuándo. «Sin conexión» es que eligió Conectado y
        no está en línea. En una ausencia planificada el chatbot no le asigna conversaciones por sí solo; se
        le pueden asignar a mano.
      </p>
    </details>
  );
}
