/**
 * How to wait for what follows clicks behind a watermark: on a server a click is settled when no transaction is open that
 * began before it, be it in the database of another test. Longer than anything takes.
 */
export const settling = { timeout: 60_000, interval: 50 }
