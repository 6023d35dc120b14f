/** What would be lost by a sign-out, in words. */
const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** 'un mensaje y 2 borradores' in figures. */
export function unsentText({ outbox, drafts }: { outbox: number; drafts: number }): string {
  const parts = [
    outbox > 0 ? some(outbox, 'mensaje o cambio sin enviar', 'mensajes o cambios sin enviar') : null,
    drafts > 0 ? some(drafts, 'borrador', 'borradores') : null,
  ];
  return parts.filter((part) => part !== null).join(' y ');
}
