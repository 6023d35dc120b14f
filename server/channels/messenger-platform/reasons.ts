/** What each error of Messenger and Instagram means for a message, in words with what to do, and what the lane does about it. */
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import type { GraphFault } from '../graph.ts';
import type { FaultAct } from '../whatsapp/reasons.ts';
import type { MessagingChannel } from './platform.ts';

interface Reason {
  act: FaultAct;
  text: string;
}

const OUTSIDE = [2018278, 2534022];
const NOBODY = [2018001, 2534014];
const RESTRICTED = [1893063];
const LIMITED = [4, 17, 32, 613, 80001, 80002, 80006, 130429];

/** @param tagged it left with the human-agent tag: then a missing permission is this tag's, and not the account's */
export function messagingReason(
  channel: MessagingChannel,
  { code, subcode, details, message }: Pick<GraphFault, 'code' | 'subcode' | 'details' | 'message'>,
  tagged: boolean,
): Reason {
  const name = PROVIDER_LABELS[channel];
  const number = code ?? 1;
  if (subcode !== null && OUTSIDE.includes(subcode)) return fail(outside(name));
  if (subcode !== null && NOBODY.includes(subcode)) return fail(nobody(name));
  if (subcode !== null && RESTRICTED.includes(subcode))
    return { act: 'stop', text: `Meta restringió la cuenta de ${name}. Revisa Meta Business.` };
  if (number === 0 || number === 190)
    return { act: 'stop', text: `El token de acceso de ${name} venció. Reconecta la cuenta.` };
  if (number === 368)
    return {
      act: 'stop',
      text: `Meta bloqueó la cuenta de ${name} por sus políticas. Revisa Meta Business.`,
    };
  if (number === 3 || number === 10 || (number >= 200 && number <= 299)) {
    if (tagged)
      return fail(
        'Meta no le dio a tu app el permiso «Human Agent»: sin él, solo puedes responder dentro de 24 horas. Pídelo en Meta for Developers.',
      );
    if (number === 200 && /\(#10\)|outside of allowed window/i.test(message)) return fail(outside(name));
    return { act: 'stop', text: `Falta un permiso de ${name}. Reconecta la cuenta.` };
  }
  if (LIMITED.includes(number)) return { act: 'pause', text: `${name} pide esperar.` };
  if (number === 1 || number === 2 || number === 1200)
    return { act: 'retry', text: `${name} tuvo un problema. Intenta de nuevo.` };
  if (number === 551)
    return fail(
      `El cliente no está disponible en ${name}: bloqueó a tu cuenta o cerró la suya. No lo intentes de nuevo.`,
    );
  if (number === 100) return fail(`${name} no aceptó el mensaje. Revisa su contenido.`);
  return fail(`${name} no lo envió (código ${number})${details ? `: ${details}` : '.'}`);
}

const fail = (text: string): Reason => ({ act: 'fail', text });

const outside = (name: string) =>
  `${name} no aceptó la respuesta: pasó el plazo desde el último mensaje del cliente. Podrás escribirle cuando vuelva a hacerlo.`;
const nobody = (name: string) =>
  `${name} no conoce a este cliente en tu cuenta: borró la conversación o cerró la suya. No lo intentes de nuevo.`;
