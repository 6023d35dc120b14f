/** Words for the same thing in Chile's shops and in what customers write. General usage; a shop's own are learned from its titles. */
import { keyOf } from './words.ts';

const ALIKE = `
polera camiseta remera
poleron buzo canguro sudadera
parka parca chaqueta casaca campera
jeans yins yin jean bluyin bluyines blujeans pitillos
calcetines calcetin medias soquetes
zapatillas zapatilla tenis championes
botas botines botin bototos
cortaviento cortavientos rompevientos
gorro gorra
jockey visera
calzas calza leggings leggins
boxer calzoncillo calzoncillos
traje bikini
mochila bolso
celular telefono movil smartphone celu
notebook laptop portatil computador compu
tv tele television televisor televisores
audifonos auriculares fonos audifono
parlante altavoz bocina
carcasa funda
smartwatch reloj
bateria powerbank
freidora airfryer
consola play videojuego
shampoo champu shampu chanpu
protector bloqueador
solar sol
panales panal
toallitas toallas
dientes dental dentales
infantil ninos bebe
mascarillas mascarilla barbijo
parche curita parchecurita
venda vendas vendaje
alimento comida croquetas pellet
snack premios premio golosinas
arena arenero
perro perrito can
gato gatito felino michi
cachorro cachorrito
acuario pecera
transportadora canil
antiparasitaria antipulgas pulgas
pipeta pipetas
fideos pastas tallarines
espagueti espaguetis spaghetti
galletas galleta
cerveza chela chelas cervezas
te tecito infusion
cafe cafecito
ampolleta ampolletas foco bombilla
alargador alargue extension zapatilla
escalera escala
destornilladores destornillador desatornillador desatornilladores
esmeril galletera amoladora
martillo combo
huincha flexometro
tornillos tornillo
pintura tarro
soldadora soldar
griferia llave grifo
estufa calefactor
hervidor tetera
mujer dama damas mujeres
hombre varon varones caballero hombres
niño nino ninito
niña nina ninita
cafe marron
rosado rosa
gris plomo
naranjo naranja
morado lila
burdeo vino
`;

const byKey = new Map<string, Set<string>>();
for (const line of ALIKE.split('\n')) {
  const keys = line.split(' ').filter(Boolean).map(keyOf);
  for (const key of keys) {
    const known = byKey.get(key) ?? new Set();
    for (const other of keys) if (other !== key) known.add(other);
    byKey.set(key, known);
  }
}

/** Other words for it, as they are compared. */
export const alikeOf = (key: string): ReadonlySet<string> => byKey.get(key) ?? new Set();
