import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '../../../platform/admin-command.ts'

/** Parameters of an address that the tools know. The driver of the service has more. */
const knownParameters = /^(ssl(mode|rootcert|cert|key)|options|host|port|user|connect_timeout|target_session_attrs)$/

/** A tool whose server is gone fails after a minute. By itself it would wait for hours. */
const keepalives = {
  keepalives_idle: '30',
  keepalives_interval: '10',
  keepalives_count: '3',
  tcp_user_timeout: '60000',
}

/** Runs a tool of PostgreSQL on a database. Returns what it prints. Throws `CommandError`. */
export async function runServerTool(
  name: 'pg_dump' | 'pg_restore',
  url: string,
  args: readonly string[],
): Promise<string> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  // Other users of the machine can read arguments.
  address.password = ''
  for (const parameter of [...address.searchParams.keys()])
    if (!knownParameters.test(parameter)) address.searchParams.delete(parameter)
  for (const [name, value] of Object.entries(keepalives)) address.searchParams.set(name, value)
  // English, because some messages decide what happens next.
  const env = {
    ...process.env,
    LC_ALL: 'C',
    PGAPPNAME: 'tack backup',
    ...(password !== '' && { PGPASSWORD: password }),
  }
  return run(name, ['--dbname', address.href, '--no-password', ...args], env)
}

/**
 * Fills an empty database with a dump. From version 17 on, `pg_restore` first sets a parameter that older servers do not know,
 * and offers no way to leave it out. Then it is run once more, and nothing but this statement may fail.
 */
export async function restoreDump(url: string, dump: string): Promise<void> {
  const args = ['--no-owner', '--no-privileges', dump]
  try {
    await runServerTool('pg_restore', url, ['--exit-on-error', ...args])
  } catch (error) {
    if (!describesUnknownTimeout(error)) throw error
    await runServerTool('pg_restore', url, args).catch((repeated: unknown) => {
      if (!describesUnknownTimeout(repeated) || !/errors ignored on restore: 1$/.test(String(repeated))) throw repeated
    })
  }
}

function describesUnknownTimeout(error: unknown): boolean {
  return error instanceof CommandError && error.message.includes('SET transaction_timeout = 0')
}

/** Throws `CommandError` when the tool is missing, or older than the server. */
export async function requireServerTool(name: 'pg_dump' | 'pg_restore', serverMajor: number): Promise<void> {
  const version = await run(name, ['--version'], process.env)
  const major = Number(/\d{1,3}/.exec(version)?.[0])
  if (major >= serverMajor) return
  throw new CommandError(
    `${name} of this machine is version ${major}, and the server is PostgreSQL ${serverMajor}. Install postgresql-client-${serverMajor} or later.`,
  )
}

async function run(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(name, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (part) => {
    output += part
  })
  child.stderr.on('data', (part) => {
    errors = (errors + part).slice(-2_000)
  })
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === 'ENOENT'
        ? `${name} is missing on this machine. Install the client of PostgreSQL (Debian: apt-get install postgresql-client).`
        : `${name} cannot be started: ${error.message}`,
    )
  })
  if (code !== 0) throw new CommandError(`${name} failed: ${errors.trim() || `it ended with ${code}`}`)
  return output
}
