/** An audience from a file: it is read at once, and says which of its rows name a known client. */
import { Button } from '@mantine/core';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useMutation } from '@tanstack/react-query';
import { campaignCalls } from '../../../contract/calls/campaigns.ts';
import type { CampaignFile } from '../../../contract/entities/campaign.ts';
import { CAMPAIGN_LIMITS } from '../../../contract/rules/campaigns.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { figure } from '../../ui/money.ts';
import { sizeText } from '../../ui/size-text.ts';
import table from '../../ui/table.module.css';
import classes from './campaigns.module.css';
import type { StepProps } from './plan-state.ts';

const KEY_NAMES = { phone: 'teléfono', rut: 'RUT', email: 'correo' } as const;

export function FileChoice({ state, change }: StepProps) {
  const { place } = usePlace();
  const upload = useMutation({
    mutationFn: (file: File) =>
      call(campaignCalls.uploadCampaignFile, { body: { bot_id: place.bot.id }, file }),
    onSuccess: (file) => change({ file }),
  });
  const take = ([file, second]: readonly File[]) => {
    if (file && !second && !upload.isPending) upload.mutate(file);
  };
  const fault = upload.error ? (fieldErrors(upload.error)['file'] ?? sentence(upload.error)) : null;
  return (
    <div className={classes.stack}>
      <DropZone
        legend="Subir un archivo de destinatarios"
        icon={<IconFileSpreadsheet size={28} aria-hidden="true" />}
        label="Archivo de destinatarios"
        accept=".csv,.txt,.tsv,.xlsx"
        limits={
          <>
            CSV o Excel (.xlsx), hasta {sizeText(CAMPAIGN_LIMITS.fileBytes)} y{' '}
            {figure(CAMPAIGN_LIMITS.fileRows)} filas. La primera fila lleva los títulos; una columna debe ser
            Teléfono, RUT o Correo. No crea clientes: quien no esté entre los tuyos se omite.
          </>
        }
        fault={fault}
        onFiles={take}
      >
        {(choose) =>
          upload.isPending ? (
            <p role="status">Leyendo {upload.variables.name}…</p>
          ) : (
            <>
              <p>Arrastra tu archivo hasta aquí, o</p>
              <Button variant={state.file ? 'default' : 'filled'} onClick={choose}>
                {state.file ? 'Elegir otro archivo' : 'Elegir archivo'}
              </Button>
            </>
          )
        }
      </DropZone>
      {state.file ? <Read file={state.file} /> : null}
    </div>
  );
}

function Read({ file: { file_name, total, known, columns, keys, sample } }: { file: CampaignFile }) {
  const found = (['phone', 'rut', 'email'] as const).flatMap((kind) =>
    keys[kind] === null ? [] : [`${KEY_NAMES[kind]} en «${keys[kind]}»`],
  );
  return (
    <>
      <p role="status">
        <strong>{file_name}</strong>: {figure(total)} {total === 1 ? 'fila' : 'filas'}, {figure(known)} de
        clientes que ya tienes. Los encontramos por {found.join(', ')}.
      </p>
      <section className={table.scroll} aria-label="Primeras filas del archivo">
        <table className={table.table} aria-label="Primeras filas del archivo">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.slice(0, 3).map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file that does not change
              <tr key={row}>
                {columns.map((column, at) => (
                  <td key={column}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
