/**
 * Whether a customer wishes a person: a part of its own, because people say it in a thousand ways and nothing is worse
 * than not being heard. By turns of speech, not by likelihood: a wish needs its verb and whom it is about.
 */
import { wordsOf } from '../words/text.ts';

const WHO =
  '(?:personas?|human[oa]s?|ejecutiv[oa]s?|agentes?|asesora?|asesores|vendedora?|operadora?|encargad[oa]|supervisora?|jef[ea]|dueñ[oa]|gerente|señorita|señora|alguien|gente|representante|ser humano|cristiano|niñ[oa]|chiquill[oa]s?|cabr[oa]s?|joven|muchach[oa]|maestros?|tecnico|superior|funcionari[oa]|telefonista|secretari[oa]|recepcionista|caballero|especialista|compañer[oa]|alguno|alguna|cualquiera|el que manda)';
const SURE_WHO =
  '(?:persona|personas|humano|humana|humanos|ejecutiv[oa]|agente|asesora?|operadora?|supervisora?|ser humano|cristiano|persona real|alguien real|alguien de verdad|encargad[oa])';
const SPEAK =
  '(?:hablar|hablo|hable|hablarle|hablara|hablen|conversar|converso|converse|platicar|charlar|chatear|tratar(?:lo)?|explicar(?:le|selo)?|contactar(?:me)?|comunicar(?:me)?)';
const SERVE =
  '(?:atienda|atiende|atiendan|atendiera|atender|conteste|contesten|contestara|contestar|responda|respondan|responder|llame|llamen|llamara|llamar|hable|hablen|escriba|escriban|escribir(?:me)?|lea|ayude|devuelva|escuche|comunique|contacte|contactara|contacten|escribiera|ayudara|explique|oriente)';
const PASS =
  '(?:pasame|paseme|pasenme|pasas|pasar|pasarme|paso|ponme|pongame|ponganme|poneme|pon|pongan|derivame|deriveme|derivenme|derivar|transfiereme|transfierame|transfieres|transferir(?:me)?|conectame|conecteme|conectas|conectar(?:me)?|comunicame|comuniqueme|comunicas|comunica|comunicar(?:me)?|dame|deme|denme|mandame|mandeme|comuniquenme)';
const WISH =
  '(?:quiero|kiero|necesito|nesesito|prefiero|preferiria|quisiera|exijo|busco|dame|deme|denme|pon|pongan|manden|mandame|solicito|requiero|hay|habra|tienen|existe|me gustaria|puede ser)';
const HELP =
  '(?:atender|contestar|responder|ayudar|llamar|explicar|escuchar|hablar|contactar|orientar|escribir|aclarar)';
const SOME =
  '(?:(?:a|con|de|un|una|algun|alguna|el|la|los|las|al|su|sus|tu|otro|otra|ningun|ninguna|uno|ya|mejor|favor|por) )*';

const WISHES = [
  // 'quiero hablar con una señorita', 'prefiero explicarle a alguien'
  new RegExp(`\\b${SPEAK} (?:[\\wñ]+ )?(?:con|a) ${SOME}${WHO}\\b`),
  new RegExp(
    `\\bcon (?:quien|kien|algun|alguna)(?: [\\wñ]+)? (?:puedo |podria |se puede )?${SPEAK}\\b(?! para)`,
  ),
  // 'páseme con el encargado', 'pon a alguien que piense'
  new RegExp(`\\b${PASS} (?:[\\wñ]+ )?${SOME}${WHO}\\b(?! natural)`),
  /\b(?:derivame|deriveme|derivenme|transfierame|transfiereme|comuniqueme|comunicame|conectame|conecteme)\b/,
  // 'necesito un humano', 'hay alguna persona que me ayude'
  new RegExp(`\\b${WISH} ${SOME}${SURE_WHO}\\b(?! para)`),
  new RegExp(`\\b${WISH} ${SOME}${WHO} (?:[\\wñ]+ ){0,3}?que (?:me |nos |le |lo )?(?:[\\wñ]+ )?${SERVE}\\b`),
  // 'que me atienda alguien', 'que alguien me llame'
  new RegExp(`\\bque (?:me|nos|le|la|lo) (?:[\\wñ]+ )?${SERVE} ${SOME}${WHO}\\b`),
  new RegExp(`\\b(?:que|si) ${SOME}${WHO} (?:[\\wñ]+ ){0,4}?(?:me|nos|le) ${SERVE}\\b`),
  new RegExp(`\\b(?:puede|podria|pueden|podrian|me) ${SERVE} ${SOME}${WHO}\\b`),
  /\bquiero que me (?:atiendan|contesten|llamen|respondan)\b(?! a (?:otro|este|ese|mi)| por)/,
  new RegExp(`\\b${HELP}(?:me|nos|le)? ${SOME}${SURE_WHO}\\b`),
  new RegExp(`\\b(?:podria|puede|pueden|podrian) ${HELP}(?:me|nos) ${SOME}${WHO}\\b`),
  // 'alguien que me ayude', 'alguien del equipo', 'hay alguien por ahí'
  new RegExp(
    `\\balguien (?:[\\wñ]+ ){0,2}?que (?:me |nos |le |lo )?(?:pueda |sepa |quiera )?(?:[\\wñ]+ )?(?:${SERVE}|${HELP}|entienda|sepa)(?:me|nos)?\\b(?! (?:a|en) )`,
  ),
  /\balguien (?:del equipo|de (?:la )?(?:tienda|oficina|empresa|soporte|ventas|postventa|alla|ustedes))\b/,
  new RegExp(`\\balguien (?:[\\wñ]+ ){0,2}?(?:me|nos) (?:puede |podria )?(?:${SERVE}|${HELP})\\b(?! a )`),
  /\b(?:hay|esta) alguien(?: (?:mas|real|vivo|despierto)(?: (?:por )?ahi)?| al otro lado| detras)\b/,
  new RegExp(
    `\\b(?:hay|habra|tienen|tienes|tenes|habra por ahi) (?:[\\wñ]+ ){0,2}?${WHO} (?:[\\wñ]+ ){0,8}?(?:que|q) (?:me |nos |le |lo )?(?:pueda |podria |sepa )?(?:[\\wñ]+ )?(?:${SERVE}|${HELP})(?:me|nos)?\\b`,
  ),
  /\b(?:tienen|tienes|tenes|hay) (?:algun|alguna|un|una) (?:humano|operadora?|telefonista)\b/,
  // 'quién me atiende', 'no hay nadie que conteste'
  /^(?:y )?quien (?:me|nos) (?:atiende|puede atender|contesta)$|\bquien (?:me|nos) puede ayudar (?:de verdad|en persona)\b/,
  /\bno (?:hay|habra) nadie que (?:me |nos )?(?:atienda|conteste|responda|ayude|pueda)\b|\bnadie atiende aca\b/,
  // 'dile a tu jefe que me escriba', 'que venga el supervisor', 'mejor una persona'
  new RegExp(
    `\\b(?:dile|digale|diganle|avisale|avisele|avisenle|pidele|pidale) ${SOME}${WHO}(?: [\\wñ]+){0,2} que (?:me|nos)\\b`,
  ),
  new RegExp(
    `\\b(?:que venga|que aparezca|manden|traigan|traeme|quiero|mejor|mejor con) ${SOME}${SURE_WHO}\\b`,
  ),
  /\b(?:quiero|manden|mejor|prefiero) (?:a |con )?alguien(?: que (?:sepa|entienda|piense))?$/,
  /\bmanden (?:a )?alguien que\b/,
  new RegExp(`\\bcon ${SOME}${WHO} (?:quiero|necesito|prefiero|quisiera) ${SPEAK}\\b`),
  /\bme (?:pasa[sn]?|deriva[sn]?|contacta[sn]?|comunica[sn]?|conecta[sn]?|transfiere[sn]?|da[sn]|pone[sn]?) con\b/,
  // a call is a person, too
  /(?<!\bno )\b(?:necesito|quiero|prefiero|quisiera|exijo|espero) que (?:me|nos) (?:llamen|llame|atiendan|contacten|devuelvan el llamado)\b(?! a (?:otro|este|ese|mi))/,
  /^(?:por favor )?(?:llamenme|llamame|llameme|contactenme|me (?:pueden|puede|podrian) (?:llamar|contactar|devolver el llamado))(?: por favor| al celular| ahora)*$/,
  new RegExp(
    `\\bque (?:[\\wñ]+ ){0,3}?(?:lo|la) (?:vea|revise|resuelva|solucione|mire|lea) ${SOME}(?:alguien|personas?|human[oa])\\b`,
  ),
  /\b(?:me|nos) (?:podria|podrian|puede|pueden|puedes) (?:transferir|derivar|comunicar|conectar)(?: con\b| por ?favor| xfa| ahora|$)/,
  /\b(?:pasame|paseme|pasenme|ponme|pongame|pasar(?:me)?) con\b/,
  new RegExp(
    `\\b(?:explicarle|explicarselo|contarle|contarselo|consultarle|plantearle|decirle|decirselo) (?:[\\wñ]+ ){0,4}?(?:a|con) ${SOME}${SURE_WHO}\\b`,
  ),
  /\b(?:agente|persona|humano|ejecutiv[oa]|alguien|asesora?|operadora?) (?:de verdad|real|de carne)\b/,
  /\b(?:un|una|algun|ser|otro) human[oa]\b/,
  // 'ser atendida por una persona', 'contacto con un ejecutivo', 'que alguien se comunique conmigo'
  new RegExp(
    `\\b(?:ser|sea|seamos) (?:atendid|orientad|escuchad|ayudad|contactad)[oa]s? por ${SOME}${WHO}\\b`,
  ),
  new RegExp(`\\b(?:contacto|comunicacion|ayuda|asistencia) (?:con|de) ${SOME}${SURE_WHO}\\b`),
  new RegExp(
    `\\b(?:que|si) ${SOME}${WHO} (?:se )?(?:comunique|contacte|ponga en contacto)(?: conmigo| con nosotros)\\b`,
  ),
  new RegExp(`\\bno (?:hay|haya|tienen|tengan) ${SOME}${SURE_WHO} que (?:me |nos )?${SERVE}\\b`),
  /^(?:por favor )?que (?:me|nos) (?:contacten|llamen|atiendan)(?: por favor| luego| ya)*$/,
  /^(?:[\wñ]+ ){0,2}?(?:pueden|podrian|puede|podria) (?:llamarme|contactarme)(?: por telefono| por favor| mejor| ahora)*$/,
  // 'quiero un vendedor', said alone; 'quiero hablar con soporte'
  /^(?:[\wñ]+ ){0,2}?(?:quiero|necesito|dame|deme|busco) (?:a )?(?:un|una|al|el|la) (?:vendedora?|ejecutiv[oa]|asesora?|encargad[oa])(?: por favor| ahora| ya)*$/,
  new RegExp(
    `\\b(?:quiero|necesito|quisiera|prefiero|deseo|me gustaria) ${SPEAK} con (?:soporte|servicio|atencion al cliente|post ?venta|ventas|administracion|recepcion|la oficina|la tienda|la empresa|ella|ellas)\\b`,
  ),
  new RegExp(
    `\\b${SPEAK} con (?:el|la) (?:mism[oa] )?(?:[\\wñ]+ )?que (?:me|nos) (?:atendio|vendio|llamo|ayudo|visito)\\b`,
  ),
  new RegExp(`\\bquien (?:esta |este )?a cargo\\b.*\\b${SPEAK}\\b`),
  /\b(?:alguien|nadie|alguno|trato) human[oa]\b|\bhay gente (?:ahi|alla|detras|atendiendo|conectada)\b/,
  /^(?:me |nos )?(?:responde|contesta|atiende|lee) alguien$|\b(?:puede|podria) alguien (?:ayudar|atender|orientar)(?:me|nos)\b/,
  // 'favor contactarme a la brevedad', 'llámeme mejor', 'atiéndame alguien'
  /^(?:[\wñ]+ ){0,4}?(?:contactarme|contactarnos|comunicarse conmigo|contacteme|contactenme)\b(?! a (?:otro|este|ese|mi))/,
  /(?<!\bno )\b(?:llameme|llamame|llamenme|atiendame|atendeme|atiendanme)(?: [\wñ]+){0,1} (?:mejor|alguien|ahora|porfa|al (?:celular|celu|telefono|numero|#)|por telefono)\b/,
  /^(?:por favor |mejor |ya )*(?:atiendame|atiendanme|llameme|llamame|llamenme|contestenme)(?: por favor| ya| mejor)*\b/,
  new RegExp(
    `\\b(?:atienda|atiendame|llame|llameme|llamame|conteste|contesteme|ayude|ayudeme) ${SOME}alguien\\b(?! que )`,
  ),
  new RegExp(
    `\\b(?:podes|podras|podrias|puedes|podria|podrian|puede|pueden|favor|agradeceria|agradecere|quisiera|necesito|deseo|solicito) (?:derivar|escalar|transferir|pasar|traspasar|elevar|comunicar|conectar)(?:me|nos|lo|la)? (?:(?:mi|este|el) (?:caso|problema|tema|consulta|conversacion|reclamo|asunto) )?(?:a|con) ${SOME}(?:${WHO}|area|superior|nivel|departamento|equipo)\\b`,
  ),
  new RegExp(
    `\\b(?:atencion|contacto(?: directo)?|comunicacion(?: directa)?|una (?:llamada|llamadita|conversacion|charla)|reunion telefonica) (?:de|con|por parte de) ${SOME}(?:${WHO}|responsable)\\b`,
  ),
  /\b(?:ser|sea) (?:derivad|transferid|comunicad|contactad)[oa] (?:al|a la|con el|con la|a un|a una|por)\b/,
  new RegExp(`\\b(?:asignen|asigne|asignarme|asignenme|destinen) ${SOME}${WHO}\\b`),
  new RegExp(
    `\\b(?:hablarlo|conversarlo|explicarlo|verlo|tratarlo|resolverlo|coordinar|coordinarlo|hablar directo|aclararlo|plantearlo) (?:[\\wñ]+ ){0,1}?con ${SOME}(?:${WHO}|responsable|la oficina|la tienda|la empresa|ustedes)\\b`,
  ),
  new RegExp(
    `\\b${SPEAK} (?:[\\wñ]+ )?con (?:la (?:oficina|empresa|tienda|gerencia|administracion|recepcion|casa matriz)|(?:el|la|un|una) (?:patron|patrona|responsable|dueña|colega))\\b`,
  ),
  new RegExp(
    `^(?:por favor |porfavor |mejor |ya )*(?:a |con )?${SOME}${SURE_WHO}(?: (?:por favor|ya|ahora|mi [\\wñ]+|señorita|gracias))*$`,
  ),
  new RegExp(`^(?:[\\wñ]+ ){0,3}?con (?:un |una )?${SURE_WHO}$`),
  new RegExp(
    `\\b(?:hay|esta|estan|habra|queda|tienen)(?: algun| alguna| algunos)? (?:${SURE_WHO}|alguien|gente) (?:disponible|disponibles|conectad[oa]s?|en linea|de turno)$`,
  ),
  new RegExp(`\\b(?:estan|esta) (?:disponibles?|conectad[oa]s?) (?:los|las|el|la|algun|alguna) ${WHO}\\b`),
  /\b(?:que|necesito que|quiero que) (?:alguien|una persona|algun ejecutivo) (?:tome|vea|revise|resuelva|lea|se haga cargo de) (?:mi|este|el|esto)\b/,
  /\bque (?:salga|aparezca|conteste|responda) (?:alguien|otro|otra|un encargado|una persona)\b/,
  /\bno (?:tengo|me queda) paciencia (?:para|con) (?:los |las |estos |estas )?(?:robots?|bots?|maquinas?|grabaciones)\b/,
  /\b(?:perdiendo|pierdo|perder) (?:el |mi )?tiempo (?:con|hablando con|escribiendole a) (?:un|una|este|esta|el|la) (?:robot|bot|maquina|maquinita|aparato|grabacion)\b/,
  /\b(?:maquina|robot|bot|maquinita|aparato|sistema) no (?:me |lo |la )?(?:va a |puede |sabe )?(?:resolver|entender|solucionar|ayudar)\b/,
  /^quiero atencion (?:de verdad|real|humana|en serio)$|\bme (?:podria|puede|podrias|puedes) atender (?:usted )?(?:personalmente|en persona)\b/,
  /\b(?:pueden|puede|podrian|podria|prefiero que|mejor) (?:llamarme|me llamen|me llame|llamenme|llameme|devolverme (?:el llamado|la llamada))\b(?! (?:a (?:otro|este|ese|mi)|si se|cuando))/,
  new RegExp(`\\bque ${SOME}${WHO}(?: [\\wñ]+){0,2} se (?:comunicara|contactara|comunique|contacte)\\b`),
  /\b(?:persona|alguien|ejecutiv[oa]|asesora?) (?:la |el )?que me (?:lea|escuche|conteste|responda|entienda)\b/,
  // who is done with the machine
  /\b(?:con|a) (?:las |los |un |una )?(?:maquinas?|robots?|bots?) (?:yo )?no (?:hablo|quiero|trato|converso)\b|\b(?:salir|salirme|sacame|saquenme) del? (?:bot|robot)\b/,
  /\b(?:no|no mas|no quiero|basta de) (?:mas )?(?:respuestas|mensajes|contestaciones) (?:automatic[oa]s|grabad[oa]s)\b/,
  /\b(?:odio|detesto|no hablo con|no quiero hablar con|saca(?:me)?|saquen(?:me)?|quiten|aburrio|aburrido|aburri) (?:\w+ ){0,4}?(?:robots?|bots?|maquinas?|aparatos?|grabacion(?:es)?)\b/,
  /\b(?:este|el|este maldito) (?:robot|bot|aparato) no (?:sirve|entiende|ayuda)\b/,
  /\bno (?:me )?(?:entiendes|entiendis|entendis|entiende ud|entiende usted) (?:nada|ni|na)\b|\bno me (?:estas|estai|estay|esta|estan) entendiendo\b|^no me (?:entiendes|sirves|ayudas)\b|\bno me (?:ayudas|has ayudado) en nada\b|\bno me sirve (?:lo que respondes|esta respuesta|tu respuesta)\b/,
  /\bhabl(?:o|ar|ando) con (?:la|una) pared\b/,
  /\b(?:no|y no) (?:a |con )?(?:el |la |este |un |una |unas )?(?:aparato|grabacion|grabaciones|robot|maquina|bot|contigo)$/,
  // nobody says these of anything else
  /\b(?:carne y hueso|persona de verdad|atencion (?:personal|personalizada|de una persona|con (?:un |una )?ejecutiv[oa])|(?:soporte|ayuda|asistencia) (?:humana|humano|de una persona|de alguien)|ejecutiv[oa] en linea|algun(?:a)? alma|persona real|alguien real|humano real|agente humano|atencion humana|asesor humano|ser humano)\b/,
  /\b(?:no mas|basta de|no quiero|cansad[oa] de|chat[oa] de|aburrid[oa] de) (?:\w+ ){0,4}?(?:robots?|bots?|maquinas?|maquinita)\b/,
  /^(?:un |una |con un |con una )?(?:humano|persona|ejecutivo|ejecutiva|agente|asesor|operador|operadora|telefonista)(?: por favor| ya| ahora)?$/,
];

/** Asking who somebody is, for a job or for a seller's own wares is another matter. */
const OTHERWISE =
  /\b(?:a donde|adonde|a que (?:numero|telefono|fono)) (?:llamo|marco|puedo llamar)\b|\bque me llamen (?:si|cuando) (?:se|hay)\b|\bpersona natural\b|^(?!.*\b(?:pasame|paseme|quiero|necesito|mejor|comunicame)\b).*\b(?:eres|sos|es usted|es ud|hablo con) (?:un |una )?(?:humano|humana|persona|bot|robot|maquina)\b|\bno quiero que (?:me|nos) (?:llamen|contacten|escriban)\b|\bayud(?:e|en|ar) a (?:subir|bajar|cargar|mover|llevar)\b|\bhable (?:en )?(?:señas|ingles|frances|portugues|creole|lengua)\b|\bpor (?:camara|video|videollamada|zoom|meet)\b|^con quien hablo$|\bcon quien hablo (?:de|para)\b|\b(?:persona|humano) o (?:con )?(?:un |una )?(?:robot|bot|maquina)|\b(?:robot|bot|maquina) o (?:con )?(?:un |una )?(?:persona|humano)|\b(?:proveedor|proveedores|curriculum|cv|postular|vacantes?|trabajar con|postulando|contratan|necesitan (?:un|una|gente|personal))\b/;

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
