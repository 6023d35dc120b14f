/** The welcome menu as it stands in the form. Pure. */
import type {
  NodeButtonDraft,
  WelcomeButtonDraft,
  WelcomeMenu,
} from '../../../contract/entities/bot-node.ts';
import { type OptionDraft, optionsToSend, spoken } from '../center/interaction-draft.ts';

export interface MenuOption extends OptionDraft {
  /** What is said above the suboptions. */
  answers: string[];
  suboptions: OptionDraft[];
}
export interface MenuDraft {
  answers: string[];
  options: MenuOption[];
}

/** The first menu as the form types it. */
export function menuDraftOf({ answers, buttons }: WelcomeMenu): MenuDraft {
  return {
    answers: answers.length > 0 ? answers : [''],
    options: buttons.map((button) => ({
      key: button.id,
      id: button.id,
      label: button.label,
      node_id: button.node_id,
      answers: button.answers,
      suboptions: button.suboptions.map(({ id, label, node_id }) => ({ key: id, id, label, node_id })),
    })),
  };
}

/** The first words of an option's own menu. */
export const FIRST_QUESTION = '¿Qué necesitas?';

/** An option that nothing was typed in yet. @param key for React */
export const newOption = (key: string): MenuOption => ({
  key,
  label: '',
  node_id: '',
  answers: [FIRST_QUESTION],
  suboptions: [],
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The menu as the call takes it: what stands under an option goes along only where it changed. What an option led to may
 * be gone meanwhile, by somebody else's change that this one replaces: then it is made again.
 * @param there ids of the interactions that there are
 */
export function menuToSend(
  draft: MenuDraft,
  saved: MenuDraft,
  there: ReadonlySet<string>,
): { answers: string[]; buttons: WelcomeButtonDraft[] } {
  const buttons = draft.options.map((option): WelcomeButtonDraft => {
    const [head] = optionsToSend([option]);
    const { node_id, ...own } = head as NodeButtonDraft;
    if (node_id === undefined || !there.has(node_id))
      return { ...own, answers: spoken(option.answers), suboptions: optionsToSend(option.suboptions) };
    const before = saved.options.find(({ key }) => key === option.key);
    const untouched =
      before?.node_id === node_id &&
      same([before.answers, before.suboptions], [option.answers, option.suboptions]);
    return untouched || before?.node_id !== node_id
      ? { ...own, node_id }
      : {
          ...own,
          node_id,
          answers: spoken(option.answers),
          suboptions: optionsToSend(option.suboptions),
        };
  });
  return { answers: spoken(draft.answers), buttons };
}

export interface MenuFaults {
  answers?: string;
  /** By the option's key. */
  options: Record<string, string>;
}

/** What keeps the menu from being saved, at its field; options by their key. */
export function menuFaults({ answers, options }: MenuDraft): MenuFaults {
  const faults: MenuFaults = { options: {} };
  if (spoken(answers).length === 0) faults.answers = 'Escribe el saludo.';
  for (const option of options) {
    if (option.label.trim() === '') faults.options[option.key] = 'La opción necesita un texto.';
    else if (spoken(option.answers).length === 0 && (option.node_id === '' || option.suboptions.length > 0))
      faults.options[option.key] = 'Escribe qué dice antes de mostrar las subopciones.';
    else if (option.suboptions.some(({ label, node_id }) => label.trim() === '' || node_id === ''))
      faults.options[option.key] = 'Cada subopción necesita un texto y una interacción.';
  }
  return faults;
}

/** Whether anything does. */
export const hasFaults = ({ answers, options }: MenuFaults): boolean =>
  answers !== undefined || Object.keys(options).length > 0;
