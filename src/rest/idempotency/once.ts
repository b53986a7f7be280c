import { networkOf } from '../../base/address.ts'
import type { Context } from '../../graphql/context.ts'
import type { Claim, FirstAnswers, OnceRequest } from './first.answers.ts'

/** An answer as JSON text, and whether it is a repetition of the first. */
export interface OnceAnswer {
  readonly text: string
  readonly isReplayed: boolean
}

/**
 * Does the act for the first request with a key and answers every later one as the first was answered. The answer
 * commits in the transaction of its act, so that there is never one without the other. An act that fails or is refused
 * leaves the key free, so that a corrected body can be sent with it.
 */
export async function once(
  answers: FirstAnswers,
  context: Context,
  request: Omit<OnceRequest, 'caller'>,
  act: () => Promise<unknown>,
): Promise<OnceAnswer> {
  const found = await answers.findOrClaim({ ...request, caller: callerOf(context) })
  if (typeof found === 'string') return { text: found, isReplayed: true }
  const work = context.holdWork()
  try {
    const text = JSON.stringify(await act())
    await answers.keep(work.em, found, text)
    await work.commit()
    return { text, isReplayed: false }
  } catch (error) {
    await giveUp(answers, context, found, () => work.rollback())
    throw error
  }
}

/** What cannot be given back now, because the database is away, falls free when its lease ends. */
async function giveUp(
  answers: FirstAnswers,
  context: Context,
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

function callerOf({ caller, request }: Context): string {
  return caller.kind === 'account' ? caller.accountId : networkOf(request.address)
}
