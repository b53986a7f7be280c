/** How long each thing lives that the provider gives out, in seconds (PROMISES part 2). */
export const lifetimes = {
  /** Between the first page and the last. */
  interaction: 10 * 60,
  code: 60,
  accessToken: 3600,
  /** A refresh token not used for this long is over; each use gives a new one. */
  refreshIdle: 14 * 24 * 3600,
  /** What a person granted ends here, however often it was refreshed. */
  grant: 30 * 24 * 3600,
} as const
