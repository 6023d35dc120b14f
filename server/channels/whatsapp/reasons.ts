/** What each of Meta's errors means for a message, in words with what to do, and what the lane does about it. */

export type FaultAct =
  /** Again after a while: the provider said that it was not done. */
  | 'retry'
  /** The whole number waits. */
  | 'pause'
  /** This customer waits. */
  | 'wait_for_customer'
  /** The account is of no use until somebody mends it: nothing leaves, nothing is called sent. */
  | 'stop'
  | 'fail';

interface Reason {
  act: FaultAct;
  text: string;
}

const fail = (text: string): Reason => ({ act: 'fail', text });

const REASONS: Record<number, Reason> = {
  0: { act: 'stop', text: 'El token de acceso venció. Reconecta el número.' },
  190: { act: 'stop', text: 'El token de acceso venció. Reconecta el número.' },
  3: { act: 'stop', text: 'Falta un permiso de WhatsApp. Reconecta el número.' },
  10: { act: 'stop', text: 'Falta un permiso de WhatsApp. Reconecta el número.' },
  368: { act: 'stop', text: 'Meta bloqueó la cuenta por sus políticas. Revisa Meta Business.' },
  131031: { act: 'stop', text: 'Meta bloqueó la cuenta. Revisa Meta Business.' },
  131042: fail('Meta no pudo cobrar los mensajes. Revisa el medio de pago de la cuenta.'),
  133010: { act: 'stop', text: 'El número no está registrado en WhatsApp. Regístralo y reconecta.' },
  131045: { act: 'stop', text: 'El número no está registrado en WhatsApp. Regístralo y reconecta.' },
  4: { act: 'pause', text: 'WhatsApp pide esperar.' },
  17: { act: 'pause', text: 'WhatsApp pide esperar.' },
  80007: { act: 'pause', text: 'WhatsApp pide esperar.' },
  130429: { act: 'pause', text: 'WhatsApp pide esperar.' },
  131048: {
    act: 'pause',
    text: 'WhatsApp limitó los envíos del número porque varias personas los reportaron.',
  },
  131056: {
    act: 'wait_for_customer',
    text: 'Muchos mensajes seguidos a este cliente. Espera unos segundos.',
  },
  1: { act: 'retry', text: 'WhatsApp tuvo un problema. Intenta de nuevo.' },
  2: { act: 'retry', text: 'WhatsApp tuvo un problema. Intenta de nuevo.' },
  131000: { act: 'retry', text: 'WhatsApp tuvo un problema. Intenta de nuevo.' },
  131016: { act: 'retry', text: 'WhatsApp tuvo un problema. Intenta de nuevo.' },
  133004: { act: 'retry', text: 'WhatsApp tuvo un problema. Intenta de nuevo.' },
  33: fail('WhatsApp no aceptó el mensaje. Revisa el número del cliente.'),
  100: fail('WhatsApp no aceptó el mensaje. Revisa su contenido.'),
  130472: fail('WhatsApp no entrega mensajes de marketing a este cliente. No lo intentes de nuevo.'),
  130497: fail('WhatsApp no permite escribir a este país desde esta cuenta.'),
  131008: fail('Al mensaje le falta un dato. Revisa su contenido.'),
  131009: fail('WhatsApp no aceptó una parte del mensaje. Revisa su contenido.'),
  131021: fail('El número del cliente es el mismo de tu cuenta.'),
  131026: fail('El cliente no puede recibirlo: no usa WhatsApp en ese número o su aplicación es antigua.'),
  131047: fail('Pasaron más de 24 horas desde el último mensaje del cliente. Escríbele con una plantilla.'),
  131049: fail('WhatsApp decidió no entregar este mensaje de marketing. Espera al menos un día.'),
  131050: fail('El cliente pidió no recibir mensajes de marketing.'),
  131051: fail('WhatsApp no admite este tipo de mensaje.'),
  131052: fail('WhatsApp no pudo leer el archivo. Adjúntalo de nuevo.'),
  131053: fail('WhatsApp no pudo recibir el archivo. Adjúntalo de nuevo.'),
  132000: fail('La plantilla cambió: pide otros datos. Sincroniza las plantillas.'),
  132001: fail('La plantilla no existe o no está aprobada en ese idioma. Sincroniza las plantillas.'),
  132005: fail('El texto de la plantilla queda muy largo con esos datos. Acórtalos.'),
  132007: fail('La plantilla no cumple las políticas de WhatsApp.'),
  132012: fail('Los datos no tienen la forma que pide la plantilla. Sincroniza las plantillas.'),
  132015: fail('WhatsApp pausó esta plantilla por su baja calidad. Usa otra.'),
  132016: fail('WhatsApp desactivó esta plantilla. Usa otra.'),
};

/** @param details what Meta says besides; shown where we have no words of our own */
export function reasonOf(code: number, details: string | null): Reason {
  const known = REASONS[code];
  if (known) return known;
  if (code >= 200 && code <= 299)
    return { act: 'stop', text: 'Falta un permiso de WhatsApp. Reconecta el número.' };
  return fail(`WhatsApp no lo envió (código ${code})${details ? `: ${details}` : '.'}`);
}

/** Whether the same message may be sent once more after this reason, as it stands in a message. */
export type MayRetry = 'now' | 'tomorrow' | 'never';

/** What another try can't change: who they are, what they said, or a template that has to be another one first. */
const FINAL = [
  130472, 130497, 131021, 131026, 131050, 131051, 132005, 132007, 132016, 132000, 132001, 132012,
];
const TOMORROW = [131049];

/** By the words, which are what a message keeps. What nobody has words for may be tried. */
export function retryOf(reason: string): MayRetry {
  const codes = Object.entries(REASONS).flatMap(([code, { text }]) =>
    text === reason ? [Number(code)] : [],
  );
  if (codes.some((code) => TOMORROW.includes(code))) return 'tomorrow';
  return codes.some((code) => FINAL.includes(code)) ? 'never' : 'now';
}

/** Meta holds the number back because people reported it: more of the same makes it worse. */
export const SPAM_TEXT = REASONS[131048]?.text ?? '';
