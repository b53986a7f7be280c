/** A colour as somebody types it: `b53627`, `#B53` and `#b53627` are the same as the service writes it. */
export function readColor(text: string): string {
  const digits = text.trim().replace(/^#/, '').toLowerCase()
  const isShort = /^[0-9a-f]{3}$/.test(digits)
  return `#${isShort ? [...digits].map((digit) => digit + digit).join('') : digits}`
}
