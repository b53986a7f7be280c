import { posix } from 'node:path'

/**
 * Whether a path is the base path or below it, as a proxy sees it: decoded, without dots and double slashes. The letters'
 * case does not matter, because some proxies ignore it.
 */
export function isBelow(path: string, basePath: string): boolean {
  const base = basePath.replace(/\/$/, '').toLowerCase()
  return base === '' || `${posix.normalize(decode(path)).toLowerCase()}/`.startsWith(`${base}/`)
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
