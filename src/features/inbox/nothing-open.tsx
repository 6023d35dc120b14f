/** The conversation's place while none is open. */
import { Mark } from '../../ui/mark.tsx';
import states from './list/pane-states.module.css';

export function NothingOpen({ name, onHelp }: { name: string; onHelp: () => void }) {
  return (
    <div className={states.full}>
      <div className={states.state}>
        <Mark size={40} />
        <h2>Elige una conversación, {name.split(' ')[0]}</h2>
        <p>Con J y K te mueves por la lista; con ? ves todos los atajos.</p>
        <button type="button" onClick={onHelp}>
          Ver atajos
        </button>
      </div>
    </div>
  );
}
