/** What the demo's shop has taught its bot with documents: files as an owner would upload them, read as any other. */
import { type Queryable, sql } from '../../platform/database/database.ts';
import { documentsChanged } from '../documents/knowledge.ts';
import { readDocument } from '../documents/parse/read-document.ts';
import { hashOf } from '../documents/store.ts';

const FILES: readonly (readonly [name: string, text: string])[] = [
  [
    'Cuidado de la lana y el plumón.txt',
    `# Prendas de lana merino

Lava la lana merino a mano con agua fría y jabón neutro, sin retorcer. Sécala extendida a la sombra: colgada se deforma.

Si aparecen motitas, usa un peine para lana o una afeitadora de pelusas. No uses secadora ni suavizante.

# Chaquetas de plumón

Lava el plumón en lavadora de carga frontal, ciclo delicado a 30 grados, con detergente para plumas. Sécalo en secadora a baja temperatura con dos pelotas de tenis hasta que recupere el volumen.

# Telas impermeables

Renueva la impermeabilización con un spray repelente cada seis meses o cuando el agua deje de formar gotas sobre la tela.
`,
  ],
  [
    'Tabla de medidas.csv',
    `Talla;Contorno de pecho;Contorno de cintura;Largo de manga
S;88 a 94 cm;74 a 80 cm;62 cm
M;95 a 101 cm;81 a 87 cm;64 cm
L;102 a 109 cm;88 a 95 cm;66 cm
XL;110 a 118 cm;96 a 104 cm;68 cm
`,
  ],
];

/** Their rows, read. @returns the bytes that belong to them, by id */
export async function insertDocuments(
  db: Queryable,
  botId: number,
  { now, ids }: { now: Date; ids: () => string },
): Promise<{ id: string; bytes: Buffer }[]> {
  const written: { id: string; bytes: Buffer }[] = [];
  for (const [name, text] of FILES) {
    const id = ids();
    const bytes = Buffer.from(text);
    const { kind, passages } = await readDocument(bytes, name);
    await db.query(sql`
      insert into documents (id, bot_id, title, file_name, kind, size, hash, content_hash, status, progress, passages,
        created_at, created_by_name, indexed_at)
      values (${id}, ${botId}, ${name}, ${name}, ${kind}, ${bytes.length}, ${hashOf(bytes)}, ${hashOf(bytes)}, 'ready', 100,
        ${passages.length}, ${now}, 'Paz Aránguiz', ${now})`);
    for (const [position, passage] of passages.entries()) {
      await db.query(sql`
        insert into document_passages (document_id, position, bot_id, text, place, heading)
        values (${id}, ${position + 1}, ${botId}, ${passage.text}, ${passage.place}, ${passage.heading})`);
    }
    written.push({ id, bytes });
  }
  await documentsChanged(db, botId);
  return written;
}
