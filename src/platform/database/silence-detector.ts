import type { Socket } from 'node:net'
import pg, { type Client, type ClientConfig } from 'pg'
import { TimeoutError } from '../shared/time.ts'

/**
 * SQL of a call that limits how long each of the next statements may take, until the transaction or the session ends. 0 is no
 * limit. Use it and not `set statement_timeout`: the connection reads the limit from its statements, to know when it is dead.
 */
export function statementTimeoutSql(timeoutMs: number, until: 'transaction' | 'session' = 'transaction'): string {
  return `set_config('statement_timeout', '${timeoutMs}', ${until === 'transaction'})`
}

const timeoutCall = /set_config\('statement_timeout', '(\d+)', (true|false)\)/

/** The answer of a server that has ended a statement at its limit arrives in this time. */
const answerTimeMs = 1_000

/** While a statement without a limit runs, as those of migrations and backups do, the server is asked so often whether it lives. */
const questionIntervalMs = 10_000
const questionTimeoutMs = 10_000

/**
 * Closes a connection on which a statement runs and nothing arrives for longer than the server lets it run. The server is
 * stopped, or the network swallows packets: its own time limits end nothing then, and TCP gives up late or never. A statement
 * without a limit may run for as long as the server answers others.
 */
export class SilenceDetector {
  private transactionTimeoutMs: number | undefined
  /** How long the running statement may take; 0 for any time. Undefined before the first one. */
  private limitMs: number | undefined

  /** `sessionTimeoutMs` is the time limit of statements with which the session begins; 0 for none. */
  constructor(
    private readonly client: Client,
    private readonly config: ClientConfig,
    private sessionTimeoutMs: number,
  ) {
    // Before, the stream may be replaced by an encrypted one.
    client.once('connect', () => {
      this.stream.on('timeout', () => this.closeIfSilent())
      this.limitTo(sessionTimeoutMs)
    })
  }

  /** Called before a statement is sent. */
  onStatement(text: string): void {
    if (this.client.getTransactionStatus() === 'I') this.transactionTimeoutMs = undefined
    this.limitTo(this.transactionTimeoutMs ?? this.sessionTimeoutMs)
    const [, timeoutMs, isLocal] = timeoutCall.exec(text) ?? []
    if (timeoutMs === undefined) return
    // The limit does not apply to the statement that sets it.
    if (isLocal === 'true') this.transactionTimeoutMs = Number(timeoutMs)
    else this.sessionTimeoutMs = Number(timeoutMs)
  }

  private get stream(): Socket {
    return streamOf(this.client)
  }

  /** The stream measures the time since it last sent or received something. */
  private limitTo(limitMs: number): void {
    if (limitMs === this.limitMs) return
    this.limitMs = limitMs
    this.stream.setTimeout(this.silenceMs)
  }

  private get silenceMs(): number {
    return this.limitMs ? this.limitMs + answerTimeMs : questionIntervalMs
  }

  private closeIfSilent(): void {
    const { bytesRead } = this.stream
    const isSilent = () => {
      const { readyForQuery } = this.client as unknown as { readonly readyForQuery: boolean }
      return !readyForQuery && this.stream.bytesRead === bytesRead
    }
    // After a busy period the process first reads what has already arrived.
    setImmediate(async () => {
      if (!isSilent()) return
      if (!this.limitMs && (await isAnswering(this.config))) this.stream.setTimeout(this.silenceMs)
      else if (isSilent())
        closeSilentConnection(this.client, new TimeoutError(`Nothing has arrived within ${this.silenceMs} ms.`))
    })
  }
}

/** Whether a server says anything to a new connection, also that it has no place for it. Never rejects. */
async function isAnswering(config: ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: questionTimeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => undefined)
  }
}

/** The system reports it for a connection that it gives up, under the same code. */
class ServerSilent extends Error {
  override readonly name = 'ServerSilent'
  readonly code = 'ETIMEDOUT'

  constructor(cause: unknown) {
    super('The database server is silent.', { cause })
  }
}

/** Closes a connection at once. Its statements fail as on a lost connection, and a pool drops it when it is released. */
export function closeSilentConnection(client: Client, cause: unknown): void {
  streamOf(client).destroy(new ServerSilent(cause))
}

function streamOf({ connection }: Client): Socket {
  return connection.stream as Socket
}
