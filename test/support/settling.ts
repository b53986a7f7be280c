/**
 * Options of waits for click totals: on a server, a click is only counted when no older transaction is open, also in
 * databases of other tests. Longer than anything takes.
 */
export const settling = { timeout: 60_000, interval: 50 }
