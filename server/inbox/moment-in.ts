/** As the bot's people read a moment: `23/11/2026, 09:00`. @param zone of the bot's calendar */
export const momentIn = (zone: string, at: Date): string =>
  at.toLocaleString('es', {
    timeZone: zone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
