import { InvalidSetting, type Settings } from './config.ts'
import { isDatabaseUnavailable, UnfinishedMove, UnknownSchema } from './platform/database/database.errors.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { PoolerNotUsable } from './platform/database/wait-for-server.ts'
import { describeOpenFileLimit } from './platform/shared/open-files.ts'
import { programVersionText } from './platform/shared/version.ts'

export const startingMessage = `Starting Tack ${programVersionText} ...\n`

/** The message after the start. Its curl line works unchanged. */
export function startupMessage({ publicUrl, database, dataFolder, workers }: Settings, port: number): string {
  const baseUrl = publicUrl.replace(/:0$/, `:${port}`)
  const storageDescriptions = {
    server: `a PostgreSQL server${workers > 1 ? `, and serves in ${workers} processes` : ''}`,
    folder: `the embedded database in ${dataFolder}`,
    memory: 'memory, until it stops',
  }
  return `
Tack is running. It stores its data in ${storageDescriptions[database.kind]}.

  Home page  ${baseUrl}
  GraphQL    ${baseUrl}/graphql
  REST       ${baseUrl}/v1
  Reference  ${baseUrl}/docs (OpenAPI at ${baseUrl}/v1/openapi.json)

Shorten your first URL:

  curl -X POST ${baseUrl}/v1/free-urls/shorten -H 'Content-Type: application/json' -d '{"longUrl":"https://example.com/hello"}'

`
}

/** Prints an expected error as one sentence, any other one with its stack. */
export function reportStartError(error: unknown): void {
  const sentence = describeStartError(error)
  if (sentence === null) console.error('Tack could not start:', error)
  else console.error(sentence)
}

function describeStartError(error: unknown): string | null {
  const { message, code, port, path } = error as NodeJS.ErrnoException & { readonly port?: number }
  if (
    [InvalidSetting, FolderInUse, UnknownSchema, UnfinishedMove, PoolerNotUsable].some(
      (expected) => error instanceof expected,
    )
  )
    return message
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Choose another one, for example PORT=3001 npm start.`
  const fewFiles = describeOpenFileLimit()
  if (fewFiles !== null) return `Tack could not start: ${message} ${fewFiles}`
  if (isDatabaseUnavailable(error)) return `Tack could not start, because its database cannot be used: ${message}`
  if (path !== undefined) return `Tack could not start, because it cannot use ${path}: ${message}`
  return null
}
