import type { RequestContext } from '../../graphql/request-context.ts'
import { toNetwork } from '../../shared/ip-address.ts'
import type { Claim, IdempotencyStore, IdempotentRequest } from './idempotency-store.ts'

/** An answer as JSON text, and whether it is a repetition of the first. */
export interface IdempotentResponse {
  readonly text: string
  readonly isReplayed: boolean
}

/**
 * Does the act for the first request with a key and answers every later one as the first was answered. The answer
 * commits in the transaction of its act, so that there is never one without the other. An act that fails or is refused
 * leaves the key free, so that a corrected body can be sent with it.
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

/** What cannot be given back now, because the database is away, falls free when its lease ends. */
async function releaseClaim(
  answers: IdempotencyStore,
  context: RequestContext,
  claim: Claim,
  rollback: () => Promise<void>,
): Promise<void> {
  try {
    await rollback()
    await answers.release(claim)
  } catch (err) {
    context.request.log.warn({ err }, 'an idempotency key stays claimed until its lease ends')
  }
}

function callerOf({ caller, request }: RequestContext): string {
  return caller.kind === 'account' ? caller.accountId : toNetwork(request.address)
}
