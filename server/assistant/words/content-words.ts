/** Which words of a question say what it is about. */

/** Carry no subject; folded. Also what people put around a question in a chat. */
const STOP = new Set(
  `a al algo alguna algunas alguno algunos alla alli ante antes aqui asi aun aunque bajo bien cada como con contra cual
  cuales cualquier cuando cuanta cuantas cuanto cuantos de del desde donde dos e el ella ellas ellos en entonces entre
  era eran eres es esa esas ese eso esos esta estaba estado estan estar estas este esto estos estoy fue fueron ha haber
  habia hacer hace hacen hago haces han has hasta hay haya he hemos hola buenas buenos dias tardes noches i la las le les
  lo los luego mas me mi mia mio mis mismo mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otro otros
  para pero poco por porque puede pueden puedo pues que quien quienes quiero quisiera saber se sea sean segun ser si sido
  siempre sin sobre solo son soy su sus tal tambien tanto te tener tengo tiene tienen tienes ti todo todos todas tu tus
  un una unas uno unos usted ustedes va vamos van vez voy y ya yo gracias favor necesito consulta pregunta ayuda ayudar
  podria podrian deseo decir dice dime diganme cuentame informacion info estimados estimado`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a folded word says what a text is about. */
export const isContent = (folded: string): boolean =>
  !STOP.has(folded) && (folded.length > 1 || /\d/.test(folded));
