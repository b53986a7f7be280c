import { readFileSync } from 'node:fs'

/** What the embedded database, connections and modules need with some visitors at the same time. */
const neededFiles = 512

/** Why the process may open too few files, as a sentence; null when it may open enough, or the system does not say. */
export function describeOpenFileLimit(): string | null {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN)
    return limit < neededFiles
      ? `This process may open ${limit} files, and Tack needs ${neededFiles} or more. Raise the limit (ulimit -n, LimitNOFILE of systemd).`
      : null
  } catch {
    return null
  }
}
