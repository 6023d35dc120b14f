/**
 * Words that mean the same to a customer, whatever they sell or do: each line is a concept and the words that stand for
 * it, folded. General usage of Spanish in Chile and around; what belongs to one business is taught by its examples or its
 * own synonyms. A concept is one more thing that is heard of a word, beside the word itself.
 */
import { fold, soundOf } from '../words/text.ts';

const WRITTEN = `
dinero: plata lucas luca dinero billete billetes pesos peso guita money palo palos monedas moneda efectivo cash gamba gambas monto montos
precio: precio precios valor valores vale valen cuesta cuestan costo costos costara costaria tarifa tarifas tarifario cobran cobra cobrar cobrarian cobraria sale salen saldria costar valdra valdria clavan presupuesto presupuestos cotizacion cotizar
barato: barato barata baratos baratas rebaja rebajas rebajado descuento descuentos dcto dctos dscto dscto dsctos dsctos oferta ofertas promocion promociones promo promos liquidacion liquidaciones cyber outlet blackfriday cybermonday cyberday cyberdays ganga remate rebajan
regalado: gratis gratuito gratuita gratuitos regalado bonificado
envio: envio envios enviar envian mandan mandar manden mandarme mandarlo mandarla despacho despachos despachan despachar despachen flete fletes reparto reparten delivery encomienda encomiendas chilexpress starken bluexpress correos courier transporte entregan entrega entregas repartidor traen llevan
pedido: pedido pedidos compra compras orden encargo paquete paquetes caja cajas bulto encomienda
aparece: llega llegado llego llegan llegaba llegara llegaria aparece aparecio apareciendo
producto: parka parkas polera poleras polar polares chaqueta chaquetas casaca casacas cortaviento cortavientos pantalon pantalones calza calzas zapatilla zapatillas zapato zapatos bota botas bototo bototos mochila mochilas carpa carpas saco sacos cocinilla cocinillas linterna linternas gorro gorros guante guantes baston bastones colchoneta colchonetas botella termo jockey poncho sandalia sandalias prenda prendas ropa articulo articulos producto productos modelo campera camperas buzo remera remeras franela franelas morral chamarra tenis silla sillas frontal calcetin calcetines impermeable
hogar: casa hogar domicilio depto departamento residencia vivienda parcela
documento: boleta boletas comprobante comprobantes recibo recibos papel papelito pdf ticket factura facturas voucher
dano: roto rota rotos rotas rompio rompieron rompe quebro quebrada quebrado quebradas quebrados malo mala malos malas fallado fallada falla fallas falla fallo fallando defecto defectos defectuoso defectuosa descosido descosida descosio descosieron despego despegada despegado despegaron rajado rajada rajo trizado trizada partio partido mojado mojada manchado manchada desarmo salio rasgado rasgada dañado dañada estropeado estropeada rasgo zafo rompieron
tamano: talla tallas numero medida medidas mido peso porte tamaño estatura calzo calza small medium large xl xxl xs chica chico grande apretado apretada ajustado ajustada holgado suelto suelta ancho ancha angosto calce
color: negro negra azul rojo roja verde gris blanco blanca amarillo amarilla celeste morado morada rosado rosada cafe naranjo naranja
cambio: cambiar cambio cambios cambian cambiarlo cambiarla cambiarme cambien cambie
devolver: devolver devuelvo devolucion devoluciones devuelven devolverlo devolverla retornar retorno arrepenti reintegro reembolso reembolsos reembolsan devuelvan devolvieron
borrar: anular anulo anule anularlo anularla cancelar cancelo cancele cancelarlo cancelen anulen borrar borren borrenlo borrenme borrarme eliminar eliminen dejarlo desistir bajenme saquenme baja desinscribir
pago: pagar pago pagos pague pagamos pagando paga abonar abone cancelar deposite depositar transferir transferi transferencia transferencias
tarjeta: tarjeta tarjetas visa mastercard amex debito credito redcompra rut cuentarut webpay prepago mach tenpo mercadopago paypal
parcial: cuotas cuota mensualidades mensualidad letras plazos pagarlo parcializar partes meses interes
codigo: codigo codigos cupon cupones clave voucher descontar descuenta aplica
persona: persona personas humano humana humanos ejecutivo ejecutiva agente asesor asesora vendedor vendedora operador operadora encargado encargada supervisor supervisora jefe jefa dueño dueña gerente señorita telefonista alguien gente representante
maquina: robot bot maquina maquinita automatico automatica grabacion computador ia chatbot contestadora
atender: atienda atiende atiendan atender conteste contesta contesten contestar responda responde respondan hable hablar llame llamen comunique comuniqueme comunica comunicarme pasame paseme pase deriva derivame derive transferir transfiera conectame conecte
momento: hora horas horario horarios abren abierto abiertos abierta cierran cerrado cierra atienden atencion
dia: lunes martes miercoles jueves viernes sabado sabados domingo domingos finde
feriado: feriado feriados festivo festivos pascua pascuas navidad 18 dieciocho fiestas interferiado
mes: enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
cita: cita citas hora horas turno turnos reserva reservas cupo cupos agenda agendar agendo agendarme reservar reservo
mover: mover correr correrla moverla reagendar reprogramar postergar aplazar adelantar trasladar
tarde: atraso atrasado atrasada atrase tarde demora demorado demoraron retraso retrasado retrasada taco trancadera
tardar: demora demoran demoraria demorara tarda tardan tardaria tardara plazo plazos dias semanas
lugar: ubicacion ubicados direccion donde queda quedan direcciones ubican local tienda sucursal oficina sede
ciudad: arica iquique antofagasta calama copiapo serena coquimbo valparaiso viña quilpue santiago maipu providencia condes florida puente alto rancagua talca curico linares chillan concepcion conce temuco valdivia osorno montt varas castro ancud chiloe coyhaique aysen punta arenas natales quillota ovalle vallenar angeles villarrica pucon region regiones provincia isla sur norte
pais: argentina peru bolivia brasil colombia venezuela mexico españa eeuu miami extranjero exterior internacional uruguay ecuador europa mendoza lima
transporte: metro micro micros bus colectivo uber taxi estacion paradero locomocion
vehiculo: auto autos camioneta camion estacionar estacionamiento estacionamientos parquear parking parqueadero moto bicicleta
trabajo: trabajo trabajar pega empleo empleos vacante vacantes curriculum cv contratando practica laburo chamba puesto postular postulo
red: instagram insta facebook face tiktok twitter youtube redes
remoto: online zoom meet videollamada teams remoto virtual distancia internet
correo: correo mail email gmail hotmail bandeja spam
telefono: telefono fono celular whatsapp wasap wsp numero llamar llamada llamadas
acceso: clave contraseña password entrar ingresar sesion usuario cuenta login acceder portal
queja: reclamo reclamos reclamar queja quejas quejarme quejar sernac denuncia denunciar libro
maltrato: grosero grosera pesimo pesima maleducado maleducada trato tonito insulto ignoran pescan pesca verguenza vergonzoso estafadores ladrones
agrado: felicitar felicitaciones felicito excelente maravilloso amable amables encanto encantado feliz contenta contento siete agradecida agradecido
empresa: empresa empresas sociedad razon social rut giro pyme ejecutivos corporativo
mayor: mayor mayorista cantidad docena docenas lote unidades volumen
oficio: proveedor proveedores proveer suministro vender venderles ofrecerles catalogo
certificado: certificado certificados constancia constancias informe acreditar papeles firmado
requisito: requisito requisitos carnet cedula documentos documentacion antecedentes llevar traer
envoltorio: envoltorio envolver envuelven envuelto papel moño cinta tarjetita bolsa empaque regalo cumple cumpleaños
familia: mama papa hijo hija hijos hijas hermano hermana esposo esposa marido señora señor tio tia abuelo abuela nieto nieta suegra suegro cuñado cuñada sobrino sobrina polola pololo novio novia viejo vieja primo prima niño niña niños cabros cabro guagua
puntos: puntos canjear canje acumulo acumular club socio socios millas fidelidad
retirar: retiro retirar retirarlo retirarla buscar buscarlo buscarla recoger recojo pasar
confianza: confiable confiables seguro segura seguros estafa estafan trucho trucha truchos real confianza falso falsa pirata phishing
garantia: garantia garantias cubre cubren cubierto responden respaldo
privacidad: datos privacidad informacion eliminar personales base
ver: ver viendo revisar revise veo vi mirar miro
existe: queda quedan tienen hay disponible disponibles stock agotado agotada agotados disponibilidad quedara reponen llegara
incompleto: falta faltan falto faltaba faltaron incompleto incompleta equivocado equivocada equivocaron otro otra distinto distinta vino venia vacio vacia
doble: doble dos duplicado duplicada veces repetido repetida 2
rechazo: rechaza rechazo rechazada rechazado error pegado pegada cayo caida bloqueo bloqueado bloqueada falla rebota rebotado
terminar: terminar termino contrato finalizar renunciar desafiliar dejar cortar cortenme corten plan baja mensual
minusvalia: silla ruedas rampa ascensor discapacidad discapacitado coja muletas baston movilidad escalera escaleras escalones
hoy: hoy altiro inmediatamente urgente ahora ya mismo express rapido
`;

/** A general concept with its words, as they are written. */
export interface ConceptWords {
  name: string;
  words: readonly string[];
}

/** Every general concept, in the order of the list. */
export const CONCEPTS: readonly ConceptWords[] = WRITTEN.split('\n').flatMap((line) => {
  const [name, words] = line.split(':');
  return name && words ? [{ name, words: [...new Set(words.trim().split(/\s+/))] }] : [];
});

const sound = (word: string): string => soundOf(fold(word));

const bySound = new Map<string, string[]>();
for (const { name, words } of CONCEPTS) {
  for (const one of new Set(words.map(sound))) {
    const list = bySound.get(one) ?? [];
    list.push(name);
    bySound.set(one, list);
  }
}
const byName = new Map(CONCEPTS.map((concept) => [sound(concept.name), concept]));
const NONE: readonly string[] = [];

/** The general concepts of a word by its sound. */
export const conceptsOf = (heard: string): readonly string[] => bySound.get(heard) ?? NONE;

/** The general concept that is called so, however it is spelled; null: none is. */
export const conceptNamed = (name: string): ConceptWords | null => byName.get(sound(name.trim())) ?? null;
