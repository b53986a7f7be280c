import { randomFillSync } from 'node:crypto'

const bytes = Buffer.alloc(4096)
let used = bytes.length

/** A number from 0 up to, but not, 1 from the system's randomness, which is asked for many bytes at once. */
export function chance(): number {
  if (used === bytes.length) {
    randomFillSync(bytes)
    used = 0
  }
  return bytes.readUInt8(used++) / 256
}
