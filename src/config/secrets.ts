import { readFileSync } from 'node:fs'

/** Variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What `<NAME>_FILE` gives: the text of a file, or one sentence on why there is none. Both are absent without it. */
interface SecretFile {
  readonly text?: string
  readonly problem?: string
}

/**
 * Reads the secret `name` from the file that `<NAME>_FILE` names, as containers get their secrets. The space around it does
 * not count, like that around a variable. The file decides alone: a second value beside it is a problem.
 */
export function readSecretFile(environment: Environment, name: string): SecretFile {
  const fileName = `${name}_FILE`
  const path = environment[fileName]?.trim() || undefined
  if (path === undefined) return {}
  if (environment[name]?.trim()) return { problem: `${name} and ${fileName} are both set. Remove one of them.` }
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { problem: `${fileName} names a file that is empty: ${path}.` } : { text }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { problem: `${fileName} names a file that cannot be read (${code}): ${path}.` }
  }
}
