/**
 * A name in the form for comparison. It is computed in JavaScript, because the locale of the database decides which
 * letters it lowers.
 */
export function toNameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
