/**
 * Whether a customer wishes a person: a part of its own, because people say it in a thousand ways and nothing is worse
 * than not being heard. By turns of speech, not by likelihood: a wish needs its verb and whom it is about.
 */
import { wordsOf } from './text.ts';

const WHO =
  '(?:personas?|human[oa]s?|ejecutiv[oa]s?|agentes?|asesora?|asesores|vendedora?|operadora?|encargad[oa]|supervisora?|jef[ea]|dueñ[oa]|gerente|señorita|señora|alguien|gente|representante|ser humano|cristiano|niñ[oa]|chiquill[oa]s?|cabr[oa]s?|joven|muchach[oa]|maestros?|tecnico|superior|funcionari[oa]|telefonista|compañer[oa]|alguno|alguna|el que manda)';
const SURE_WHO =
  '(?:persona|personas|humano|humana|humanos|ejecutiv[oa]|agente|asesora?|operadora?|supervisora?|ser humano|cristiano|persona real|alguien real|alguien de verdad|encargad[oa])';
const SPEAK =
  '(?:hablar|hablo|hable|hablarle|hablara|hablen|conversar|converso|converse|platicar|charlar|chatear|tratar(?:lo)?|explicar(?:le|selo)?|contactar(?:me)?|comunicar(?:me)?)';
const SERVE =
  '(?:atienda|atiende|atiendan|atendiera|atender|conteste|contesten|contestara|contestar|responda|respondan|responder|llame|llamen|llamara|llamar|hable|hablen|escriba|escriban|escribir(?:me)?|lea|ayude|devuelva|escuche|comunique|contacte|explique|oriente)';
const PASS =
  '(?:pasame|paseme|pasenme|pasas|pasar|pasarme|paso|ponme|pongame|ponganme|poneme|pon|pongan|derivame|deriveme|derivenme|derivar|transfiereme|transfierame|transfieres|transferir(?:me)?|conectame|conecteme|conectas|conectar(?:me)?|comunicame|comuniqueme|comunicas|comunica|comunicar(?:me)?|dame|deme|denme|mandame|mandeme|comuniquenme)';
const WISH =
  '(?:quiero|kiero|necesito|nesesito|prefiero|preferiria|quisiera|exijo|busco|dame|deme|denme|pon|pongan|manden|mandame|solicito|requiero|hay|habra|tienen|existe|me gustaria|puede ser)';
const SOME =
  '(?:(?:a|con|de|un|una|algun|alguna|el|la|los|las|al|su|sus|tu|otro|otra|ningun|ninguna|uno|ya|mejor|favor|por) )*';

const WISHES = [
  // 'quiero hablar con una señorita', 'prefiero explicarle a alguien'
  new RegExp(`\\b${SPEAK} (?:\\w+ )?(?:con|a) ${SOME}${WHO}\\b`),
  new RegExp(
    `\\bcon (?:quien|kien|algun|alguna)(?: \\w+)? (?:puedo |podria |se puede )?${SPEAK}\\b(?! para)`,
  ),
  // 'páseme con el encargado', 'pon a alguien que piense'
  new RegExp(`\\b${PASS} (?:\\w+ )?${SOME}${WHO}\\b`),
  /\b(?:derivame|deriveme|derivenme|transfierame|transfiereme|comuniqueme|comunicame|conectame|conecteme)\b/,
  // 'necesito un humano', 'hay alguna persona que me ayude'
  new RegExp(`\\b${WISH} ${SOME}${SURE_WHO}\\b`),
  new RegExp(`\\b${WISH} ${SOME}${WHO} (?:\\w+ ){0,3}?que (?:me |nos |le |lo )?(?:\\w+ )?${SERVE}\\b`),
  // 'que me atienda alguien', 'que alguien me llame'
  new RegExp(`\\bque (?:me|nos|le) ${SERVE} ${SOME}${WHO}\\b`),
  new RegExp(`\\b(?:que|si) ${SOME}${WHO} (?:\\w+ ){0,4}?(?:me|nos|le) ${SERVE}\\b`),
  new RegExp(`\\b(?:puede|podria|pueden|podrian|me) ${SERVE} ${SOME}${WHO}\\b`),
  /\bquiero que me (?:atiendan|contesten|llamen|respondan)\b/,
  // nobody says these of anything else
  /\b(?:carne y hueso|persona de verdad|persona real|alguien real|humano real|agente humano|atencion humana|asesor humano|ser humano)\b/,
  /\b(?:no mas|basta de|no quiero|cansad[oa] de|chat[oa] de|aburrid[oa] de) (?:\w+ ){0,4}?(?:robots?|bots?|maquinas?|maquinita)\b/,
  /^(?:un |una |con un |con una )?(?:humano|persona|ejecutivo|ejecutiva|agente|asesor|operador|operadora)(?: por favor| ya| ahora)?$/,
];

/** Asking who somebody is, for a job or for a seller's own wares is another matter. */
const OTHERWISE =
  /\b(?:proveedor|proveedores|curriculum|cv|postular|vacantes?|trabajar con|contratan|necesitan (?:un|una|gente|personal))\b/;

/** Whether the text asks for a person. */
export function wishesPerson(text: string): boolean {
  const said = wordsOf(text).join(' ');
  return !OTHERWISE.test(said) && WISHES.some((wish) => wish.test(said));
}

const SHOUTED = /\p{Lu}{4,}/gu;
const CURSES =
  /\b(?:mierda|weon|csm|ctm|conchetumare|puta|chucha|cresta|maldit[oa]s?|inutil|inutiles|estafadores|ladrones|verguenza|harta|harto de|chato|aburrio|pesimo|pesima|indignad[oa]|furios[oa])\b/;

/** Whether the text is angry: shouted in capitals, cursed, or strewn with marks. */
export function soundsAngry(text: string): boolean {
  const shouted = text.match(SHOUTED)?.length ?? 0;
  return shouted >= 2 || /[!¡]{3,}/.test(text) || CURSES.test(text.toLowerCase());
}
