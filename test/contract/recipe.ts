import { expect } from 'vitest'
import { type Actor, type Inputs, linkOf, sharedInputsFor } from './acts.ts'
import type { Via } from './faces.ts'

/** How to cause one declared error of an operation, and what its answer contains. */
export interface Recipe {
  /** Creates the rows it needs and returns the complete inputs. */
  inputs(actor: Actor, operation: string): Inputs | Promise<Inputs>
  /** How the request is sent; with the session of the actor by default. */
  via?(actor: Actor): Via | Promise<Via>
  /** The resolution, if it is not that of the error class. */
  readonly resolution?: string | RegExp
  /** The fields in `details`. */
  readonly fields?: readonly string[]
  /** The input is an unknown value of an enum, which GraphQL itself refuses. */
  readonly onlyOverRest?: true
  /** Further members of the error. */
  readonly members?: Readonly<Record<string, unknown>>
}

/** Valid inputs. */
export const valid = (actor: Actor, operation: string) => sharedInputsFor(operation, actor)

/** Valid inputs with some replaced. */
export const but = (changes: Inputs | ((actor: Actor) => Inputs | Promise<Inputs>)) => {
  return async (actor: Actor, operation: string): Promise<Inputs> => ({
    ...(await sharedInputsFor(operation, actor)),
    ...(typeof changes === 'function' ? await changes(actor) : changes),
  })
}

/** One invalid input. */
export const invalid = (field: string, value: unknown): Recipe => ({
  inputs: but({ [field]: value }),
  resolution: `Correct ${field} and send the request again.`,
  fields: [field],
})

/** Of the error about a link that was changed meanwhile. */
export const changedMembers = { updatedAt: expect.any(String) }

/** A row of another account, which must look like a missing one. */
async function foreignId({ test, word }: Actor): Promise<string> {
  return (await linkOf({ test, account: await test.seed.account(), word })).id
}

export const notMine = (field: string): Recipe => ({
  inputs: but(async (actor) => ({ [field]: await foreignId(actor) })),
})

/** Text that PostgreSQL cannot store. */
export const unstorable = 'nul\u0000'
