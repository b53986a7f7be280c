import { readFile } from 'node:fs/promises'

/** The names of all settings in src/config.ts, and those by which secrets are read from files (`<NAME>_FILE`). */
export async function readSettingNames(): Promise<{ readonly settings: string[]; readonly files: string[] }> {
  const config = await readFile('src/config.ts', 'utf8')
  const defined = [...config.matchAll(/^ {2}([A-Z_]+): define(Variable|Secret)/gm)]
  return {
    settings: defined.map(([, name = '']) => name),
    files: defined.flatMap(([, name = '', kind]) => (kind === 'Secret' ? [`${name}_FILE`] : [])),
  }
}
