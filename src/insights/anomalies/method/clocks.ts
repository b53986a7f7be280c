/** Where most people live who set their clocks twice a year, each with a day of its own. */
const clocks = ['America/New_York', 'Europe/Paris', 'Australia/Sydney'].map(
  (timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
)

/** The longest history of an hour: four weeks, and the day before those. */
const historyMs = 29 * 24 * 3_600_000

/** Whether clocks were set forward or back in the history of an hour, so that what people do all day has moved by one. */
export function clocksMoved(hour: Date): boolean {
  return clocks.some((clock) => offsetAt(clock, hour.getTime()) !== offsetAt(clock, hour.getTime() - historyMs))
}

function offsetAt(clock: Intl.DateTimeFormat, at: number): string | undefined {
  return clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
}
