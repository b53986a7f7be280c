import type { RequestContext } from '../../graphql/request-context.ts'
import { toNetwork } from '../../shared/ip-address.ts'
import type { Claim, IdempotencyStore, IdempotentRequest } from './idempotency-store.ts'

/** The answer as JSON text, and whether it repeats the first answer. */
export interface IdempotentResponse {
  readonly text: string
  readonly isReplayed: boolean
}

/**
 * Runs the operation for the first request with a key and repeats its answer for later requests. The answer commits in
 * the transaction of the operation, so neither exists without the other. A failed operation frees the key, so that a
 * corrected body can use it.
 */
export async function executeOnce(
  store: IdempotencyStore,
  context: RequestContext,
  request: Omit<IdempotentRequest, 'caller'>,
  execute: () => Promise<unknown>,
): Promise<IdempotentResponse> {
  const replayOrClaim = await store.findOrClaim({ ...request, caller: callerOf(context) })
  if (typeof replayOrClaim === 'string') return { text: replayOrClaim, isReplayed: true }
  const transaction = context.beginDeferredTransaction()
  try {
    const text = JSON.stringify(await execute())
    await store.saveResponse(transaction.em, replayOrClaim, text)
    await transaction.commit()
    return { text, isReplayed: false }
  } catch (error) {
    await releaseClaim(store, context, replayOrClaim, () => transaction.rollback())
    throw error
  }
}

/** A claim that cannot be released, because the database is down, ends with its lease. */
async function releaseClaim(
  store: IdempotencyStore,
  context: RequestContext,
  claim: Claim,
  rollback: () => Promise<void>,
): Promise<void> {
  try {
    await rollback()
    await store.release(claim)
  } catch (err) {
    context.request.log.warn({ err }, 'an idempotency key stays claimed until its lease expires')
  }
}

function callerOf({ caller, request }: RequestContext): string {
  return caller.kind === 'account' ? caller.accountId : toNetwork(request.address)
}
