/** The mails of accounts. */
import type { App } from '../platform/app.ts';
import { plainName } from '../platform/mail/plain-name.ts';
import type { Letter } from '../platform/mail/render-mail.ts';

type Ports = Pick<App, 'config'>;

/** Confirms the address of a new account. */
export function confirmLetter({ config }: Ports, name: string, token: string): Letter {
  return {
    subject: `Confirma tu correo en ${config.product.name}`,
    lines: [
      `Hola, ${plainName(name)}:`,
      `Te damos la bienvenida a ${config.product.name}. Confirma que este correo es tuyo y tu chatbot podrá empezar a atender en tu sitio.`,
    ],
    action: { label: 'Confirmar mi correo', url: `${config.publicUrl}/confirm/${token}` },
    after: ['El enlace sirve durante 7 días. Si no creaste esta cuenta, no tienes que hacer nada.'],
  };
}

/**
 * Tells somebody that an account was made for them, and confirms its address. The password comes from the person who
 * made it.
 */
export function invitedLetter(
  { config }: Ports,
  name: string,
  who: string,
  bot: string,
  token: string,
): Letter {
  return {
    subject: `${plainName(who)} te creó una cuenta en ${config.product.name}`,
    lines: [
      `Hola, ${plainName(name)}:`,
      `${plainName(who)} te creó una cuenta para atender en el chatbot «${plainName(bot)}». Inicia sesión con este correo y la contraseña que te entregó; puedes cambiarla en Mi cuenta.`,
    ],
    action: { label: 'Confirmar mi correo', url: `${config.publicUrl}/confirm/${token}` },
    after: [`El panel está en ${config.publicUrl}/login. Si no esperabas este correo, puedes ignorarlo.`],
  };
}

/** Confirms a changed address; goes to the new one. */
export function changeEmailLetter({ config }: Ports, name: string, token: string): Letter {
  return {
    subject: `Confirma tu nuevo correo en ${config.product.name}`,
    lines: [
      `Hola, ${plainName(name)}:`,
      `Pediste usar este correo en tu cuenta de ${config.product.name}. Confírmalo y desde entonces iniciarás sesión con él; tus sesiones abiertas se cerrarán.`,
    ],
    action: { label: 'Usar este correo', url: `${config.publicUrl}/confirm/${token}` },
    after: ['El enlace sirve durante 24 horas. Si no lo pediste, no tienes que hacer nada.'],
  };
}

/** Tells the old address, so that nobody loses an account without hearing of it. */
export function emailChangedLetter({ config }: Ports, name: string, email: string): Letter {
  return {
    subject: `El correo de tu cuenta de ${config.product.name} cambió`,
    lines: [
      `Hola, ${plainName(name)}:`,
      `Desde ahora tu cuenta usa el correo ${email}. Si no fuiste tú, responde a este correo cuanto antes.`,
    ],
  };
}

/** The way back in after a forgotten password. */
export function resetLetter({ config }: Ports, name: string, token: string, expire: number): Letter {
  return {
    subject: `Crea una nueva contraseña para ${config.product.name}`,
    lines: [`Hola, ${plainName(name)}:`, 'Pediste crear una nueva contraseña para tu cuenta.'],
    action: {
      label: 'Crear nueva contraseña',
      url: `${config.publicUrl}/password_resets/${token}/${expire}`,
    },
    after: [
      'El enlace sirve durante una hora y una sola vez. Si no lo pediste, puedes ignorar este correo: tu contraseña sigue siendo la misma.',
    ],
  };
}

/** Tells that the password is another one now. */
export function passwordChangedLetter({ config }: Ports, name: string): Letter {
  return {
    subject: `Tu contraseña de ${config.product.name} cambió`,
    lines: [
      `Hola, ${plainName(name)}:`,
      'La contraseña de tu cuenta acaba de cambiar y tus demás sesiones se cerraron.',
    ],
    action: { label: 'No fui yo', url: `${config.publicUrl}/login?forgot=1` },
  };
}

/** Tells that the second factor was switched on or off. */
export function secondFactorLetter({ config }: Ports, name: string, on: boolean): Letter {
  return {
    subject: `La verificación en dos pasos de ${config.product.name} ${on ? 'está activa' : 'se desactivó'}`,
    lines: [
      `Hola, ${name}:`,
      on
        ? 'Desde ahora, para iniciar sesión necesitas tu contraseña y un código de tu aplicación de verificación. Tus demás sesiones se cerraron.'
        : 'Desde ahora tu contraseña basta para iniciar sesión. Tus demás sesiones se cerraron.',
    ],
    action: { label: 'No fui yo', url: `${config.publicUrl}/login?forgot=1` },
  };
}

/** Tells that somebody has the password, but not the code. */
export function codeTriedLetter({ config }: Ports, name: string): Letter {
  return {
    subject: `Alguien ingresó tu contraseña de ${config.product.name}`,
    lines: [
      `Hola, ${name}:`,
      'Alguien ingresó tu contraseña y varios códigos de verificación incorrectos; no pudo entrar. Si no fuiste tú, cambia tu contraseña cuanto antes.',
    ],
    action: { label: 'Cambiar mi contraseña', url: `${config.publicUrl}/password_resets` },
  };
}

/** Tells who has an account already that somebody wanted to make another one, or to use the address in another. */
export function addressTakenLetter({ config }: Ports, name: string): Letter {
  return {
    subject: `Tu correo ya tiene una cuenta en ${config.product.name}`,
    lines: [
      `Hola, ${name}:`,
      `Alguien quiso usar este correo en otra cuenta de ${config.product.name}, pero ya es el de la tuya. Si fuiste tú, inicia sesión con tu cuenta de siempre; si olvidaste la contraseña, puedes crear una nueva.`,
    ],
    action: { label: 'Iniciar sesión', url: `${config.publicUrl}/login` },
    after: [
      'Si no fuiste tú, no tienes que hacer nada: nadie entró en tu cuenta ni puede usar tu correo sin abrirlo.',
    ],
  };
}
