/** The first step that is not done and that this person can do: nobody is sent to a screen that refuses them. Pure. */
import type { BotDashboard, FirstStep } from '../../../contract/calls/dashboard.ts';
import type { ModuleName, Permission } from '../../../contract/permissions.ts';

type May = (module: ModuleName, permission: Permission) => boolean;

/** @param owned the bot is the person's own: the address to be proved is its owner's */
function mayDo(step: FirstStep, may: May, owned: boolean): boolean {
  switch (step) {
    case 'confirm':
      return owned;
    case 'look':
    case 'web':
      return may('chatbot', 'edit');
    case 'teach':
      return may('faqs', 'edit');
    case 'try':
    case 'install':
      return may('chatbot', 'read');
    case 'team':
      return may('new_agent', 'add');
  }
}

/** Null: all are done, or what is left is for others to do. */
export function nextStep(steps: BotDashboard['steps'], may: May, owned: boolean): FirstStep | null {
  return steps.find(({ step, done }) => !done && mayDo(step, may, owned))?.step ?? null;
}
