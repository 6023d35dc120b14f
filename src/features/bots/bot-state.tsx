/** Whether the bot answers at all, and how it goes: each with its consequences before the button. */
import { Link } from '@tanstack/react-router';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useShellActions } from '../../frame/shell-actions.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { Section } from '../../ui/screen.tsx';
import { type BotSettings, useChangeBot } from './bot-queries.ts';
import classes from './bots.module.css';

export function BotState({ settings }: { settings: BotSettings }) {
  return (
    <Section id="bot-state" title="Estado">
      <div>
        <Activation settings={settings} />
        <Removal name={settings.bot_name} />
      </div>
    </Section>
  );
}

function Activation({ settings: { id, bot_name, activated, plan_runs } }: { settings: BotSettings }) {
  const mayEdit = useMay()('chatbot', 'edit');
  const save = useChangeBot(id, activated ? 'Chatbot desactivado' : 'Chatbot activado');
  const change = async () => {
    const sure =
      !activated ||
      (await ask({
        title: `¿Desactivar ${bot_name}?`,
        text: 'El chat desaparecerá de tu sitio y quienes estén conversando no podrán seguir escribiendo. Las conversaciones, los clientes y la configuración se conservan. Puedes activarlo de nuevo cuando quieras, mientras tengas un plan.',
        confirm: 'Desactivar',
        danger: true,
      }));
    if (sure) save.mutate({ body: { 'chatbot[activated]': activated ? 'false' : 'true' } });
  };
  return (
    <div className={classes.state}>
      <div>
        <strong>{activated ? 'Activo' : 'Desactivado'}</strong>
        {activated ? (
          <p>
            Responde a tus clientes. Si lo desactivas, el chat desaparece de tu sitio y el menú de este panel
            queda bloqueado; no se borra nada.
          </p>
        ) : (
          <p>
            Tus clientes no ven el chat.{' '}
            {plan_runs ? (
              'Al activarlo vuelve a aparecer en tu sitio, con las mismas respuestas.'
            ) : (
              <>
                {TEXTS.activateBot} <Link to="/facturacion">Ver los planes</Link>
              </>
            )}
          </p>
        )}
      </div>
      <AllowedButton
        allowed={mayEdit && (activated || plan_runs)}
        why={mayEdit ? TEXTS.activateBot : TEXTS.noActionPermission}
        variant={activated ? 'default' : 'filled'}
        loading={save.isPending}
        onClick={() => void change()}
      >
        {activated ? 'Desactivar' : 'Activar'}
      </AllowedButton>
    </div>
  );
}

/** Own bots are deleted with their subscription, assigned ones are left (src/app/shell/remove-bot.ts asks and does it). */
function Removal({ name }: { name: string }) {
  const may = useMay();
  const { place } = usePlace();
  const { removeBot } = useShellActions();
  const { owned } = place;
  return (
    <div className={classes.state}>
      <div>
        <strong>{owned ? 'Eliminar el chatbot' : 'Desvincularme'}</strong>
        <p>
          {owned
            ? `Se cancela la suscripción de ${name}, el chat deja de funcionar en tu sitio y su equipo pierde el acceso, todos a la vez. Tu cuenta debe conservar al menos un chatbot.`
            : `Dejas de trabajar en ${name} y ya no lo verás; el chatbot sigue existiendo. Para volver, alguien tiene que asociarte de nuevo.`}
        </p>
      </div>
      <AllowedButton
        allowed={!owned || may('chatbot', 'delete')}
        why={TEXTS.noActionPermission}
        variant="default"
        onClick={removeBot}
      >
        {owned ? 'Eliminar' : 'Desvincularme'}
      </AllowedButton>
    </div>
  );
}
