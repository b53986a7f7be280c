import 'reflect-metadata'
import { readFile, writeFile } from 'node:fs/promises'
import { generateSchemaFiles } from './schema-files.ts'

/** Writes the files of `schema/`; with `--check` writes nothing and ends with 1 when one of them has drifted. */
const isCheck = process.argv.includes('--check')
for (const [name, text] of Object.entries(await generateSchemaFiles())) {
  const file = `schema/${name}`
  if (!isCheck) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(
      `${file} has drifted from the code: run npm run emit, and name a breaking change in schema/CHANGES.md.`,
    )
    process.exitCode = 1
  }
}
