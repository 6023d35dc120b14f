/** 'Exportar registro': the local log of the shown bot as a file that replays elsewhere, without anything personal. */
import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useState } from 'react';
import { makeExport } from '../../../machines/log-export/export-file.ts';
import { usePlace } from '../../bot/place-context.ts';
import { hub } from '../../hub/hooks.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './diagnostics.module.css';
import type { Diagnostics } from './use-diagnostics.ts';

export function ExportLog({ facts }: { facts: Diagnostics }) {
  const { place } = usePlace();
  const [texts, setTexts] = useState(false);
  const [busy, setBusy] = useState(false);
  const choose = async (wanted: boolean) => {
    if (!wanted) return setTexts(false);
    const sure = await ask({
      title: '¿Incluir los textos de los mensajes?',
      text: 'Quien reciba el archivo podrá leer lo que tus clientes y tu equipo escribieron. Se quitan correos, teléfonos, RUT, códigos y los nombres conocidos, pero un texto puede decir otras cosas de una persona.',
      confirm: 'Incluir textos',
    });
    setTexts(sure);
  };
  const save = async () => {
    setBusy(true);
    try {
      const raw = await hub().exportLog(place.bot.id);
      if (raw) {
        const at = new Date().toISOString();
        const file = makeExport(raw, facts, at, { texts });
        const name = `registro-${place.bot.id}-${at.slice(0, 19).replaceAll(':', '')}.json`;
        saveFile(name, JSON.stringify(file), 'application/json');
        toastSuccess('Registro exportado');
      } else {
        await showError(
          'No hay registro que exportar',
          'Este navegador no guarda datos, o el chatbot aún se está cargando.',
        );
      }
    } catch (error) {
      toastFailure('No se pudo exportar el registro', error);
    }
    setBusy(false);
  };
  return (
    <div className={classes.export}>
      <p>
        El registro de {place.bot.bot_name} permite reproducir lo que ves. No lleva textos, nombres, correos,
        teléfonos, RUT, etiquetas ni claves.
      </p>
      <Checkbox
        label="Incluir los textos de los mensajes"
        checked={texts}
        onChange={(event) => void choose(event.currentTarget.checked)}
      />
      <Button loading={busy} onClick={() => void save()}>
        Exportar registro
      </Button>
    </div>
  );
}
