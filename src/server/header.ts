import type { IncomingHttpHeaders } from 'node:http'

/** Reads a header by its lower-case name; of one that was sent several times, the first. */
export function headerIn(headers: IncomingHttpHeaders): (name: string) => string | undefined {
  return (name) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
}
