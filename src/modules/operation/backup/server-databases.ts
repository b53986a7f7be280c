import pg from 'pg'
import { CommandError } from '../../../platform/admin-command.ts'
import { CancellableClient } from '../../../platform/database/statement-cancellation.ts'

const unfinishedMark = 'An unfinished restore of Tack.'

/** Names have at most 63 bytes. */
const maxBaseLength = 30

/** The databases of a server, for a restore that replaces one of them. */
export class ServerDatabases {
  private constructor(readonly connection: pg.Client) {}

  /** Connects to another database than the named one, which can be renamed then. */
  static async open(url: string): Promise<ServerDatabases> {
    const connect = (name: string) => connectTo(withDatabaseName(url, name))
    return new ServerDatabases(await connect('postgres').catch(() => connect('template1')))
  }

  async close(): Promise<void> {
    await this.connection.end()
  }

  /** Throws `CommandError` while somebody is connected to the database. */
  async assertUnused(name: string): Promise<void> {
    const { rows } = await this.connection.query<{ program: string; host: string | null }>(
      `select application_name as program, host(client_addr) as host from pg_stat_activity
        where datname = $1 and backend_type = 'client backend' order by 1`,
      [name],
    )
    if (rows.length === 0) return
    const users = new Set(rows.map(({ program, host }) => `${program || 'a program'} (${host ?? 'local'})`))
    throw new CommandError(
      `The database ${name} is in use by ${[...users].join(', ')}. Stop the service on every node, and everything else that uses it, then restore.`,
    )
  }

  /** Drops what killed restores of the database have left. */
  async dropUnfinished(name: string): Promise<void> {
    const { rows } = await this.connection.query<{ name: string }>(
      `select datname as name from pg_database
        where starts_with(datname, $1) and shobj_description(oid, 'pg_database') = $2
          and not exists (select from pg_stat_activity where datid = oid)`,
      [restoredPrefix(name), unfinishedMark],
    )
    for (const each of rows) await this.drop(each.name)
  }

  /** Creates an empty database like the named one, if that exists. Returns its name. */
  async createFor(name: string): Promise<string> {
    const restored = `${restoredPrefix(name)}${Date.now().toString(36)}`
    const { rows } = await this.connection.query<{ options: string }>(
      `select format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype) as options
         from pg_database where datname = $1`,
      [name],
    )
    const options = `template template0 ${rows[0]?.options ?? ''}`
    await this.connection.query(`create database ${quote(restored)} ${options}`).catch((error: pg.DatabaseError) => {
      if (error.code !== '42501') throw error
      throw new CommandError(
        `The user ${this.connection.user} may not create databases, and a restore fills a new one. Run as an administrator of the server: alter role ${quote(this.connection.user ?? '')} createdb`,
      )
    })
    await this.connection.query(`comment on database ${quote(restored)} is '${unfinishedMark}'`)
    return restored
  }

  async drop(name: string): Promise<void> {
    await this.connection.query(`drop database if exists ${quote(name)} with (force)`)
  }

  /**
   * Gives `restored` the name, in one transaction with giving the former database another one. Returns the new name of the former
   * database, null when there was none.
   */
  async replace(name: string, restored: string, restorePoint: string): Promise<string | null> {
    const { rows } = await this.connection.query('select from pg_database where datname = $1', [name])
    const former = rows.length > 0 ? `${name.slice(0, maxBaseLength)}_${restorePoint.replaceAll('-', '_')}` : null
    await this.connection.query('begin')
    try {
      if (former !== null) await this.connection.query(`alter database ${quote(name)} rename to ${quote(former)}`)
      await this.connection.query(`alter database ${quote(restored)} rename to ${quote(name)}`)
      await this.connection.query(`comment on database ${quote(name)} is null`)
      await this.connection.query('commit')
    } catch (error) {
      await this.connection.query('rollback')
      if ((error as pg.DatabaseError).code !== '55006') throw error
      throw new CommandError(
        `Somebody has connected to the database ${name}. Stop the service on every node, then restore.`,
      )
    }
    return former
  }
}

function restoredPrefix(name: string): string {
  return `${name.slice(0, maxBaseLength)}_restored_`
}

/** Opens a connection whose statements may take any time, as long as the server lives. */
export async function connectTo(url: string, programName = 'tack restore'): Promise<pg.Client> {
  const client = new CancellableClient({
    connectionString: url,
    application_name: programName,
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection fails the statement. An event without a listener would end the process.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/** The name in an address of a database; by default the user's. */
export function databaseName(url: string): string {
  const { pathname, username } = new URL(url)
  return decodeURIComponent(pathname.slice(1) || username)
}

export function withDatabaseName(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

function quote(name: string): string {
  return pg.escapeIdentifier(name)
}
