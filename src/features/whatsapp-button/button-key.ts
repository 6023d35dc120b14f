/** The query of a bot's button. It does not begin with a live topic: a form starts from it. */
export const buttonKey = (botId: number) => ['whatsapp-button', botId] as const;
