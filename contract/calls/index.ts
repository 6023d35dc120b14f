/** Every call, by name: the server registers them all, the client is typed from them. */
import { conversationCalls } from './conversations.ts';
import { mainCalls } from './main.ts';

export const CALLS = { ...mainCalls, ...conversationCalls };
export type CallName = keyof typeof CALLS;
