/** A link to where something of the draft is edited; plain text where it can't be any more. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EditPlace } from './edit-place.ts';

export function EditLink({ place, children }: { place: EditPlace | null; children: ReactNode }) {
  return place ? (
    <Link to={place.to} search={place.search}>
      {children}
    </Link>
  ) : (
    children
  );
}
