import 'reflect-metadata'
import { readFile, writeFile } from 'node:fs/promises'
import { generateSchemaFiles } from './schema-files.ts'

/**
 * Writes the files of `schema/`. With `--check` it writes nothing and exits with 1 when a file differs from the code.
 */
const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(await generateSchemaFiles())) {
  const file = `schema/${name}`
  if (!isCheck) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${file} differs from the code: run npm run emit, and name breaking changes in schema/CHANGES.md.`)
    process.exitCode = 1
  }
}
