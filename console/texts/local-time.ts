/** An instant as `datetime-local` fields write it, such as `2026-11-28T14:05`; empty without one. */
export function toLocalTime(instant: string | null): string {
  if (!instant) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
