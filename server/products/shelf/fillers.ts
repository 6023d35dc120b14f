/** What people put around the thing that they look for; folded. */
import { isContent } from '../../assistant/words/content-words.ts';

const FILLERS = new Set(
  `busco buscando buscaba ando venden vende vendes vendera vendeis venta compro comprar comprarme compra quiere querer kiero
  querian queria quisieramos necesitaba necesitamos precio precios valor valores vale valen cuesta cuestan sale salen cobra
  cobran tendran tendra tendras queda quedan quedara quedaran quedo disponible disponibles disponibilidad stock existencia
  existencias talla tallas talle tamano tamanos numero num nro modelo modelos tipo tipos color colores marca marcas producto productos
  articulo articulos ver verlo verlos mostrar muestra muestrame muestren mandame manda mandar envia enviame foto fotos link
  links catalogo cosa cosas opcion opciones recomienda recomiendan recomiendas recomendacion sirva sirve usar uso buen bueno
  buena buenos buenas bonito bonita lindo linda cualquiera cualquier oferta ofertas gustaria interesa interesado interesada
  porfa favor plis hey oye hola holi wena cachai po tipico tipica ahi vi vieron pagina web tienda tal onda algun ningun
  unidad par pares llevar llevo pesos lucas luca mil plata kilo set pack juego q k xfa pls please uno una unos unas igual
  hombres seria serian busca buscan regalo regalar hijo hija hijos mama papa hermano hermana polola pololo senora amigo amiga
  ojala idealmente preferencia favorito ahora hoy urgente nuevo nueva nuevos nuevas`
    .split(/\s+/)
    .filter(
      (word) =>
        word !== '' &&
        word !== 'hombres' &&
        word !== 'pack' &&
        word !== 'set' &&
        word !== 'juego' &&
        word !== 'kilo',
    ),
);

/** Whether a folded word may name what is looked for. */
export const names = (word: string): boolean => isContent(word) && !FILLERS.has(word);

/** Asked for what is there. */
export const wantsStock = (folded: string): boolean =>
  /\b(?:stock|disponibles?|disponibilidad|quedan?)\b/.test(folded);
