import { entity } from '../topics/topic.ts';

/** Words that an office's questions turn on; conditions call them `@dia`, `@modalidad` … */
export const genericaEntities = [
  entity(
    'dia',
    'generica',
    `
    lunes
    martes
    miércoles: miercoles
    jueves
    viernes
    sábado
    domingo
    hoy: ahora mismo, altiro
    mañana: el día siguiente
  `,
  ),
  entity(
    'modalidad',
    'generica',
    `
    presencial: en persona, en la oficina
    en línea: online, videollamada, remoto, zoom, meet, a distancia
    a domicilio: en mi casa, en terreno
  `,
  ),
  entity(
    'documento',
    'generica',
    `
    boleta: voleta
    factura: facturación
    certificado: comprobante
    informe: reporte
    contrato
    cotización: presupuesto
  `,
  ),
];
