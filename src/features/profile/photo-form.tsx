/** The own photo: kept as soon as it is chosen. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { profileCalls } from '../../../contract/calls/profile.ts';
import type { User } from '../../../contract/entities/user.ts';
import { call } from '../../api/call.ts';
import { renewUser } from '../../session/session.ts';
import { failureText } from '../../ui/failure-text.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import { toastSuccess } from '../../ui/toast.ts';

export function PhotoForm({ user }: { user: User }) {
  const params = { userId: user.id };
  const upload = useMutation({
    mutationFn: (file: File) => call(profileCalls.uploadPhoto, { params, file }),
    onSuccess: (fresh) => {
      renewUser(fresh);
      toastSuccess('Foto guardada');
    },
  });
  const remove = useMutation({
    mutationFn: () => call(profileCalls.deletePhoto, { params }),
    onSuccess: renewUser,
  });
  const failure = upload.error ?? remove.error;
  return (
    <PhotoField
      name={user.name}
      id={String(user.id)}
      image={user.image}
      file={null}
      busy={upload.isPending}
      error={failure ? failureText(failure) : null}
      onFile={(file) => {
        remove.reset();
        upload.mutate(file);
      }}
    >
      {user.image ? (
        <Button variant="subtle" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
          Quitar foto
        </Button>
      ) : null}
    </PhotoField>
  );
}
