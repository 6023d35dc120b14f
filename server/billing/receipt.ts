/** A charge's receipt as PDF. It says that it is no tax document: those are made elsewhere. */
import { dateOfDay, dayIn, TIME_ZONE } from '../../contract/days.ts';
import { pesos, VAT } from '../../contract/rules/money.ts';
import { zoneOf } from '../calendar/calendar.ts';
import type { App } from '../platform/app.ts';
import { sql } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { companyOf } from './account.ts';

interface ReceiptRow {
  id: string;
  at: string;
  amount: number;
  full_amount: number | null;
  coupon: string | null;
  state: string;
  plan_name: string;
  period: string | null;
  provider: string;
  provider_id: string;
  test: boolean;
  refund_id: string | null;
  bot_id: number | null;
  bot_name: string | null;
}

/** Throws not_found. */
export async function receiptOf(app: App, id: string): Promise<Buffer> {
  const [row] = await app.db.query<ReceiptRow>(sql`
    select c.id, c.at, c.amount, c.full_amount, c.coupon, c.state, c.plan_name, c.period, c.provider, c.provider_id, c.test, c.refund_id, c.bot_id,
      b.bot_name
    from charges c left join bots b on b.id = c.bot_id where c.id = ${id}`);
  if (!row) throw new Refused('not_found');
  const company = row.bot_id === null ? null : await companyOf(app.db, row.bot_id);
  const paidAt = new Date(row.at);
  // Of a bot that is gone nobody knows the clock.
  const zone = row.bot_id === null ? TIME_ZONE : await zoneOf(app.db, row.bot_id, paidAt);
  const net = Math.round(row.amount / (1 + VAT));
  const lines: [string, string][] = [
    ['Fecha', dateOfDay(dayIn(paidAt.getTime(), zone))],
    [
      'Detalle',
      `Plan ${row.plan_name}${row.period === null ? '' : row.period === 'yearly' ? ', anual' : ', mensual'}`,
    ],
    ...(row.bot_name === null ? [] : [['Chatbot', row.bot_name] as [string, string]]),
    ...(row.full_amount === null || row.coupon === null
      ? []
      : ([
          ['Precio del plan', pesos(row.full_amount)],
          [`Cupón ${row.coupon}`, `-${pesos(row.full_amount - row.amount)}`],
        ] as [string, string][])),
    ['Neto', pesos(net)],
    ['IVA (19 %)', pesos(row.amount - net)],
    ['Total', pesos(row.amount)],
    ['Pagado con', row.provider === 'flow' ? 'Flow' : 'Stripe'],
    ['Número del pago', row.provider_id],
    ...(row.refund_id === null ? [] : [['Devuelto', row.refund_id] as [string, string]]),
    ...(company === null
      ? []
      : ([
          ['Razón social', company.name],
          ['RUT', company.rut],
          ['Giro', company.activity],
          ['Dirección', company.address],
        ] as [string, string][])),
  ];
  // Large, and seldom wanted: it comes with the first receipt.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: 'A4', margin: 56, info: { Title: `Comprobante ${row.id}` } });
  const parts: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.font('Helvetica-Bold').fontSize(20).text(app.config.product.name);
  pdf
    .moveDown(0.5)
    .fontSize(14)
    .text(row.test ? 'Comprobante de un pago de prueba' : 'Comprobante de pago');
  pdf.moveDown(1).fontSize(11);
  for (const [label, value] of lines) {
    const { y } = pdf;
    pdf.font('Helvetica-Bold').text(label, 56, y, { width: 150 });
    // The fonts that every reader has know the letters of Western Europe.
    pdf.font('Helvetica').text(value.replace(/[^\u0020-\u00ff]/g, '?'), 210, y, { width: 320 });
    pdf.moveDown(0.4);
  }
  pdf.moveDown(2).fontSize(9).fillColor('#57606a');
  pdf.text(
    'Este comprobante no es una boleta ni una factura electrónica. El documento tributario se emite por separado.',
    56,
    pdf.y,
    { width: 480 },
  );
  pdf.end();
  await done;
  return Buffer.concat(parts);
}
