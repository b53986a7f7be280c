import { ForeignKeyConstraintViolationException } from '@mikro-orm/postgresql'
import { type Adapter, errors } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'
import { findClient } from '../apps/oauth-clients.ts'
import type { OAuthRecordStore } from './oauth-record-store.ts'

/** Creates the storage adapter of each model of the provider. */
export function createAdapterFactory(orm: Orm, records: OAuthRecordStore): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return { ...emptyAdapter, find: (id) => findClient(orm, id) }
    if (model === 'Session') return emptyAdapter
    return createRecordAdapter(records, model)
  }
}

function createRecordAdapter(records: OAuthRecordStore, model: string): Adapter {
  return {
    ...emptyAdapter,
    upsert: async (id, payload, ttlSeconds = 0) => {
      try {
        await records.save(model, id, payload, ttlSeconds)
      } catch (error) {
        if (!(error instanceof ForeignKeyConstraintViolationException)) throw error
        throw new errors.InvalidGrant('the account or the application does not exist')
      }
    },
    find: (id) => records.find(model, id),
    destroy: (id) => records.destroy(model, id),
    revokeByGrantId: (grantId) => records.revokeGrant(grantId),
    consume: async (id) => {
      // The provider checks for use before it calls `consume`, so several requests can pass that check. Only one update
      // succeeds; a second use ends the grant (RFC 9700, 2.1.1 and 4.14.2).
      if (await records.consume(model, id)) return
      await records.revokeGrantOfRecord(model, id)
      throw new errors.InvalidGrant('the code or token was already used')
    },
  }
}

/**
 * Stores nothing and finds nothing. The provider's browser sessions use it: every authorization requires a login, so no
 * session stays in a shared browser.
 */
const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}
