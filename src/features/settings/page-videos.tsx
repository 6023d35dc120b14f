/** Gives each tutorial page its video. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pageCalls } from '../../../contract/calls/pages.ts';
import { VIDEO_ORIGINS } from '../../../contract/entities/tutorial-page.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { PAGES_KEY, pagesQuery } from '../guides/page-queries.ts';
import classes from './settings.module.css';

export function PageVideos() {
  const pages = useQuery(pagesQuery);
  if (pages.isPending) return <LoadRows label="Cargando tutoriales…" rows={4} />;
  if (!pages.data) return <LoadError message={sentence(pages.error)} onRetry={() => void pages.refetch()} />;
  return pages.data.map(({ id, title, url }) => <PageVideo key={id} id={id} title={title} present={url} />);
}

function PageVideo({ id, title, present }: { id: string; title: string; present: string | null }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(present ?? '');
  const url = typed.trim() === '' ? null : typed.trim();
  const save = useMutation({
    mutationFn: () => call(pageCalls.setPageVideo, { params: { id }, body: { url } }),
    onSuccess: async () => {
      toastSuccess('Video guardado');
      await queries.invalidateQueries({ queryKey: [PAGES_KEY] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const known = url === null || VIDEO_ORIGINS.some((origin) => url.startsWith(`${origin}/`));
  const fault = known ? null : `Debe empezar por ${VIDEO_ORIGINS.map((origin) => `${origin}/`).join(', ')}`;
  return (
    <form className={classes.video} onSubmit={submit}>
      <TextInput
        label={title}
        placeholder="Sin video: se muestran los pasos"
        value={typed}
        maxLength={500}
        error={fault ?? (save.error ? sentence(save.error) : null)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          save.reset();
        }}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={!known || url === present}
        aria-label={`Guardar el video de ${title}`}
      >
        Guardar
      </Button>
    </form>
  );
}
