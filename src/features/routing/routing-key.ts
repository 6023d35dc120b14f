/** The key of a bot's rules of assignment. */
export const routingKey = (botId: number) => ['bot-routing', botId] as const;
