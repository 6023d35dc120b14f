/** `/chatbot/edit`: a bot's data, how its chat looks, whether it answers, and how it goes. */
import { usePlace } from '../../bot/place-context.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { BotFrame } from './bot-frame.tsx';
import type { BotSettings } from './bot-queries.ts';
import { BotState } from './bot-state.tsx';
import { DataForm } from './data-form.tsx';
import { type LookFields, LookForm } from './look-form.tsx';

export function EditBotScreen() {
  return (
    <BotFrame title="Editar chatbot" lead={(name) => `Qué es ${name} y cómo se ve en tu sitio.`}>
      {(settings) => <Forms settings={settings} />}
    </BotFrame>
  );
}

const lookOf = ({ look }: BotSettings): LookFields => ({
  color: look.color,
  position: look.position,
  kind: look.launcher === '' ? 'icon' : 'text',
  launcher: look.launcher,
  welcome: look.welcome,
});

function Forms({ settings }: { settings: BotSettings }) {
  const { user } = usePlace();
  const { id, revision, bot_name, web, description, business_type } = settings;
  const data = useTyped(
    `bot-data/${user.id}/${id}`,
    { bot_name, web: web ?? '', description, business_type: business_type ?? '' },
    revision,
  );
  const look = useTyped(`bot-look/${user.id}/${id}`, lookOf(settings), revision);
  useLeaveGuard({
    isDirty: () => data.isDirty() || look.isDirty(),
    forget: () => {
      data.forget();
      look.forget();
    },
  });
  return (
    <>
      <DataForm settings={settings} form={data} />
      <LookForm settings={settings} form={look} name={data.value.bot_name} />
      <BotState settings={settings} />
    </>
  );
}
