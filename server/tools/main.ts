/** The tools of an operator, by their first word: backup, restore, move-to-postgres, second-factor-off. `scripts/tool.mjs` starts it. */
import { readConfig } from '../platform/config.ts';
import { StartError } from '../platform/start-error.ts';
import { makeBackup } from './backup.ts';
import { moveToPostgres } from './move-to-postgres.ts';
import { restoreBackup } from './restore.ts';
import { secondFactorOff } from './second-factor-off.ts';

const number = new Intl.NumberFormat('es-CL');
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).replace('.', ',')} MB`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1).replace('.', ',')} s`;

async function run([tool, ...rest]: readonly string[]): Promise<void> {
  const config = readConfig(process.env);
  const [file] = rest.filter((word) => !word.startsWith('--'));
  switch (tool) {
    case 'backup': {
      const made = await makeBackup(config, file);
      console.log(
        `Respaldo listo y comprobado: ${made.path} (${megabytes(made.bytes)}; ${made.tables} tablas, ${number.format(made.rows)} filas, ${number.format(made.files)} archivos).`,
      );
      if (made.waited !== null)
        console.log(`El servidor siguió en marcha; hizo esperar ${seconds(made.waited)}.`);
      console.log('Contiene todos los datos y el secreto de la instalación: guárdalo en un lugar privado.');
      return;
    }
    case 'restore': {
      if (!file) throw new StartError('Falta el respaldo: npm run restore -- ARCHIVO [--replace]');
      const { rows, files, aside } = await restoreBackup(config, file, rest.includes('--replace'));
      console.log(`Respaldo restaurado: ${number.format(rows)} filas, ${number.format(files)} archivos.`);
      if (aside !== null) console.log(`La base de datos anterior quedó en ${aside}.`);
      return;
    }
    case 'move-to-postgres': {
      const counts = await moveToPostgres(config);
      const rows = [...counts.values()].reduce((all, count) => all + count, 0);
      console.log(`Datos trasladados a PostgreSQL: ${counts.size} tablas, ${number.format(rows)} filas.`);
      console.log(
        'Inicia el servidor con el mismo DATABASE_URL y DATA_DIR: los archivos subidos siguen ahí.',
      );
      console.log('La base de datos integrada no cambió; bórrala cuando ya no haga falta.');
      return;
    }
    case 'second-factor-off': {
      if (!file) throw new StartError('Falta el correo: npm run second-factor-off -- CORREO');
      const { name, email } = await secondFactorOff(config, file);
      console.log(`${name} (${email}) ya no tiene la verificación en dos pasos. Sus sesiones se cerraron.`);
      console.log('Pídele que la active otra vez en Mi cuenta, con su teléfono nuevo.');
      return;
    }
    default:
      throw new StartError('Herramientas: backup, restore, move-to-postgres, second-factor-off.');
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message);
  else console.error('La herramienta falló:', error);
  process.exit(1);
});
