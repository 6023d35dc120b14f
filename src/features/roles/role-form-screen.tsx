/** /role/new and /role/edit/{id}: a role as a grid of module × permission (spec §6). */
export function NewRoleScreen() {
  return null;
}

export function EditRoleScreen() {
  return null;
}
