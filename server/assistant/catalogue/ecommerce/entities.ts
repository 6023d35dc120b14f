import { entity } from '../topics/topic.ts';

/** Words that a shop's questions turn on; conditions call them `@talla`, `@medio_de_pago` … */
export const ecommerceEntities = [
  entity(
    'talla',
    'ecommerce',
    `
    XS: extra small, extra chica
    S: small, chica, pequeña
    M: medium, mediana
    L: large, grande
    XL: extra large, extra grande
    XXL: doble xl, 2xl
  `,
  ),
  entity(
    'medio_de_pago',
    'ecommerce',
    `
    débito: redcompra, tarjeta de débito, cuenta rut
    crédito: tarjeta de crédito, visa, mastercard, cuotas
    webpay: transbank, one click
    transferencia: transferir, depósito
    efectivo: cash, billetes
    mercado pago: mercadopago
  `,
  ),
  entity(
    'documento',
    'ecommerce',
    `
    boleta: voleta
    factura: facturación
    guía de despacho: guía
    nota de crédito
    ticket de cambio: ticket de regalo
  `,
  ),
  entity(
    'region',
    'ecommerce',
    `
    Arica y Parinacota: arica
    Tarapacá: iquique, alto hospicio
    Antofagasta: calama, tocopilla
    Atacama: copiapó, vallenar
    Coquimbo: la serena, ovalle
    Valparaíso: viña del mar, quilpué, san antonio, concón
    Metropolitana: santiago, puente alto, maipú, ñuñoa, la florida, providencia, las condes
    O'Higgins: rancagua, san fernando
    Maule: talca, curicó, linares
    Ñuble: chillán
    Biobío: concepción, talcahuano, los ángeles, conce
    La Araucanía: temuco, villarrica, pucón
    Los Ríos: valdivia
    Los Lagos: puerto montt, osorno, chiloé, castro
    Aysén: coyhaique
    Magallanes: punta arenas, puerto natales
  `,
  ),
];
