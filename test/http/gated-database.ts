import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'
import { Gate } from './gate.ts'

const source = inject('database')
const { url, template } = source.kind === 'server' ? source : { url: 'postgres://none', template: 'none' }

/** Whether the suite runs on a server, where a `GatedDatabase` can be. */
export const isOnServer = source.kind === 'server'

/** A database of its own on the server, which is reached only through a gate. */
export class GatedDatabase {
  readonly name = `tack_test_${randomBytes(8).toString('hex')}`
  readonly gate = new Gate(databaseUrl(url, this.name))

  async open(): Promise<void> {
    await createDatabase(url, this.name, template)
    await this.gate.open()
  }

  /** Runs SQL in another database of the server, past the gate. */
  administer(sql: string): Promise<void> {
    return onServer(url, sql)
  }

  async drop(): Promise<void> {
    await this.gate.shut()
    await this.administer(`drop database ${this.name} with (force)`)
  }
}
