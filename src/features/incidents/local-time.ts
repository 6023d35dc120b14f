/** Moments as this machine's clock says them: what a field of date and time holds. */
const two = (value: number) => String(value).padStart(2, '0');

/** Now, as `datetime-local` writes it. */
export function hereAndNow(now = new Date()): string {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${day}T${two(now.getHours())}:${two(now.getMinutes())}`;
}

/** The instant of what such a field holds; what is no moment is now. */
export function instantOf(local: string): string {
  const moment = new Date(local);
  return (Number.isNaN(moment.getTime()) ? new Date() : moment).toISOString();
}
