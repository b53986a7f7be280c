import { ForeignKeyConstraintViolationException } from '@mikro-orm/postgresql'
import { type Adapter, errors } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'
import { findClient } from '../apps/oauth-clients.ts'
import type { OAuthRecordStore } from './oauth-record-store.ts'

/** Where the provider keeps its things, by the name of their kind. */
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
        throw new errors.InvalidGrant('the account or the application is gone')
      }
    },
    find: (id) => records.find(model, id),
    destroy: (id) => records.destroy(model, id),
    revokeByGrantId: (grantId) => records.revokeGrant(grantId),
    consume: async (id) => {
      // The provider looks whether it was used and then says that it is, so that of twenty at once many have looked
      // before one has said. The statement decides, and who comes second ends the grant (RFC 9700, 2.1.1 and 4.14.2).
      if (await records.consume(model, id)) return
      await records.revokeGrantOfRecord(model, id)
      throw new errors.InvalidGrant('it was used before')
    },
  }
}

/**
 * Keeps nothing and finds nothing. So it is with the provider's browser sessions: every authorization asks for the
 * password again, and nothing stays behind in a browser that somebody else sits down at.
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
