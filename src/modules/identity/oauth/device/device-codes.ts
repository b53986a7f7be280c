import { LockMode, raw } from '@mikro-orm/postgresql'
import type { Scope } from '../../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { digestSecret } from '../../../../platform/shared/secret-digest.ts'
import { Account } from '../../accounts/index.ts'
import { OAuthApp } from '../apps/oauth-app.entity.ts'
import { appIdOf } from '../apps/oauth-clients.ts'
import { OAuthRecord } from '../server/oauth-record.entity.ts'
import type { DeviceInfo } from './device-flow.ts'

/** A request for access by a program on a device, about which nobody has decided. */
export interface DeviceRequest {
  readonly digest: string
  readonly network: string
  readonly userCode: string
  readonly requestedAt: Date
  /** The parameters of the request: `client_id`, `scope`, `resource`. */
  readonly params: Record<string, unknown>
}

/** What a person has decided about a request: a grant, or none. */
export type DeviceDecision =
  | { readonly error: 'access_denied'; readonly errorDescription: string }
  | {
      readonly accountId: string
      readonly grantId: string
      readonly clientId: string
      readonly scopes: readonly Scope[]
      readonly resource: string | undefined
    }

/** A code as it is stored: capital letters alone. */
function normalizeUserCode(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, 20).replace(/\W/g, '').toUpperCase() : ''
}

/** Eight letters, as they are shown. */
function formatUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The open request with this code. Null for one that is unknown, too old, or decided. */
export async function findDeviceRequest(
  em: EntityManager,
  userCode: unknown,
  now: Date,
): Promise<DeviceRequest | null> {
  const code = normalizeUserCode(userCode)
  const ofCode = raw((alias) => `${alias}.payload ->> 'userCode' = ?`, [code])
  return code === '' ? null : findOpen(em, { [ofCode]: [] }, now)
}

/** The open request of an interaction, whose person has typed the code. */
export function findDeviceRequestByDigest(em: EntityManager, digest: string, now: Date): Promise<DeviceRequest | null> {
  return findOpen(em, { digest }, now)
}

async function findOpen(em: EntityManager, where: object, now: Date): Promise<DeviceRequest | null> {
  const record = await em.findOne(
    OAuthRecord,
    { ...where, model: 'DeviceCode', expiresAt: { $gt: now } },
    { orderBy: { createdAt: 'desc' } },
  )
  return record && !isDecided(record) ? toRequest(record) : null
}

function isDecided({ payload, consumedAt }: OAuthRecord): boolean {
  return payload.accountId !== undefined || payload.error !== undefined || consumedAt !== null
}

function toRequest({ digest, payload, createdAt }: OAuthRecord): DeviceRequest {
  const { network } = payload.deviceInfo as unknown as DeviceInfo
  const { userCode = '', params = {} } = payload
  return { digest, network, userCode: formatUserCode(userCode), requestedAt: createdAt, params }
}

/**
 * Decides about a request, once: of two people who have the code, the first decides. Returns whether it was still open. The grant exists
 * already, and its end ends the code too.
 */
export function decideDeviceRequest(
  em: EntityManager,
  digest: string,
  decision: DeviceDecision,
  now: Date,
): Promise<boolean> {
  return em.transactional(async (em) => {
    const record = await em.findOne(
      OAuthRecord,
      { model: 'DeviceCode', digest, expiresAt: { $gt: now } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    )
    if (!record || isDecided(record)) return false
    if ('error' in decision) {
      record.payload = { ...record.payload, ...decision }
      return true
    }
    const { accountId, grantId, clientId, scopes, resource } = decision
    record.payload = {
      ...record.payload,
      accountId,
      grantId,
      scope: scopes.join(' '),
      ...(resource !== undefined && { resource }),
    }
    record.grantDigest = digestSecret(grantId)
    record.account = em.getReference(Account, accountId, { wrapped: true })
    record.app = em.getReference(OAuthApp, appIdOf(clientId), { wrapped: true })
    return true
  })
}
