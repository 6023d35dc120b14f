/** The mails about somebody's place at a bot. */
import { INVITATION_DAYS } from '../../contract/rules/agents.ts';
import type { App } from '../platform/app.ts';
import { plainName } from '../platform/mail/plain-name.ts';
import type { Letter } from '../platform/mail/render-mail.ts';

type Ports = Pick<App, 'config'>;

/** The same for an address with an account and without: its page tells its owner which it is. */
export function invitationLetter(
  { config }: Ports,
  by: { name: string; email: string },
  bot: string,
  token: string,
): Letter {
  const at = plainName(bot);
  return {
    subject: `Te invitan a atender en ${at}`,
    lines: [
      'Hola:',
      `${plainName(by.name)} (${by.email}) te invita a trabajar en el chatbot «${at}» de ${config.product.name}.`,
    ],
    action: { label: 'Ver la invitación', url: `${config.publicUrl}/invitacion/${token}` },
    after: [
      `El enlace sirve durante ${INVITATION_DAYS} días y una sola vez. Si no esperabas este correo, puedes ignorarlo: no pasará nada.`,
    ],
  };
}

/** Tells somebody with a proved address that they are on the team. */
export function welcomeLetter({ config }: Ports, name: string, who: string, bot: string): Letter {
  const at = plainName(bot);
  return {
    subject: `Ahora atiendes en ${at}`,
    lines: [
      `Hola, ${plainName(name)}:`,
      `${plainName(who)} te agregó al equipo del chatbot «${at}» en ${config.product.name}.`,
    ],
    action: { label: 'Ir al panel', url: `${config.publicUrl}/dashboard` },
  };
}
