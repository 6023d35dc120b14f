/** /role/list: the roles of the selected bot (spec §6). */
export function RoleListScreen() {
  return null;
}
