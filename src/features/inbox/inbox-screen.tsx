export function InboxScreen() { return null; }
