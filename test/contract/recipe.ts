import { type Actor, type Inputs, inputsFor, linkOf } from './acts.ts'
import type { Via } from './faces.ts'

/** How to provoke one declared failure of an operation, and what its answer then says. */
export interface Recipe {
  /** Makes the rows it needs; the inputs are complete. */
  inputs(actor: Actor, operation: string): Inputs | Promise<Inputs>
  /** How the request comes; with the actor's session unless said otherwise. */
  via?(actor: Actor): Via | Promise<Via>
  /** The resolution, where it is not the one of the failure's kind. */
  readonly resolution?: string | RegExp
  /** The fields `details` names. */
  readonly fields?: readonly string[]
}

/** A valid act. */
export const valid = (actor: Actor, operation: string) => inputsFor(operation, actor)

/** A valid act with some inputs replaced. */
export const but = (changes: Inputs | ((actor: Actor) => Inputs | Promise<Inputs>)) => {
  return async (actor: Actor, operation: string): Promise<Inputs> => ({
    ...(await inputsFor(operation, actor)),
    ...(typeof changes === 'function' ? await changes(actor) : changes),
  })
}

/** One input that is refused. */
export const invalid = (field: string, value: unknown): Recipe => ({
  inputs: but({ [field]: value }),
  resolution: `Correct ${field} and send the request again.`,
  fields: [field],
})

/** The row of somebody else, which must look like one that does not exist. */
async function foreignId({ test, word }: Actor): Promise<string> {
  return (await linkOf({ test, account: await test.seed.account(), word })).id
}

export const notMine = (field: string): Recipe => ({
  inputs: but(async (actor) => ({ [field]: await foreignId(actor) })),
})

/** Text the database could not keep. */
export const unstorable = 'nul\u0000'
