import { newId } from '../base/ids.ts'
import { refuseBeyond } from '../graphql/allowance.ts'
import type { Context } from '../graphql/context.ts'
import { keyAllowance } from './allowance.ts'
import type { ApiKeyCreatedResponse } from './api.key.created.response.ts'
import { ApiKey } from './api.key.ts'
import type { ApiKeysArgs, CreateApiKeyArgs } from './args.ts'
import type { KeyDigests } from './digests.ts'
import { KeyNotFound } from './failures.ts'
import { newKeyText, previewOf } from './key.text.ts'
import { noteKey } from './noting.ts'

const dayMs = 86_400 * 1000

const message = 'Copy the key now and keep it safe: it is not shown again.'

/** The caller's API keys. Ownership is part of every query: another's key and an unknown one are the same 404. */
export class ApiKeys {
  readonly #keyDigests: KeyDigests

  constructor(keyDigests: KeyDigests) {
    this.#keyDigests = keyDigests
  }

  /** Makes a key and hands it out, this once. Throws `PlanLimitReached` when the account has 100 active ones. */
  async create(context: Context, { name, expiresInDays }: CreateApiKeyArgs): Promise<ApiKeyCreatedResponse> {
    const { em } = context
    const now = context.now()
    const text = newKeyText()
    const [keyHash] = this.#keyDigests.of(text)
    const key = em.create(ApiKey, {
      id: newId('key', now),
      account: context.accountId,
      name: name.trim(),
      keyPreview: previewOf(text),
      keyHash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
    })
    await em.transactional(async (inner) => {
      await refuseBeyond(keyAllowance, inner, context.accountId, now)
      inner.persist(key)
      await noteKey(inner, context, key, 'created')
    })
    return { id: key.id, name: key.name, key: text, message, expiresAt: key.expiresAt }
  }

  /** A page of the caller's keys, newest first, the expired and the revoked ones too. */
  async list(context: Context, { page, limit }: ApiKeysArgs): Promise<ApiKey[]> {
    const [keys, total] = await context.em.findAndCount(
      ApiKey,
      { account: context.accountId },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.reportPage({ page, limit, total })
    return keys
  }

  /** Ends one of the caller's keys for good, from the next request on. One that is revoked already stays as it is. */
  async revoke(context: Context, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const [key] = await em.execute<RevokedKey[]>(revokeSql, [id, context.accountId, context.now()])
      if (!key) throw new KeyNotFound()
      if (key.wasActive) await noteKey(em, context, key, 'revoked')
    })
  }
}

interface RevokedKey {
  readonly id: string
  readonly name: string
  readonly wasActive: boolean
}

/** Of two who revoke it at once the second finds it revoked. */
const revokeSql = `
  with held as (select id, name, revoked_at from api_key where id = ? and account_id = ? for no key update)
  update api_key set revoked_at = coalesce(held.revoked_at, ?)
    from held where api_key.id = held.id
  returning held.id, held.name, held.revoked_at is null as "wasActive"`
