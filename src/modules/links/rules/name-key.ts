/** A name as it is compared. In JavaScript, because which letters the database lowers depends on its locale. */
export function toNameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
