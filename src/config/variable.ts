import type { z } from 'zod'

/** An invalid setting. The message names each variable and its accepted values, but not its value. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting'
}

/** A variable of the environment. */
export interface Variable<S extends z.ZodType> {
  readonly schema: S
  /** What it accepts, for error messages. */
  readonly accepts: string
  readonly isSecret: boolean
}

export function defineVariable<S extends z.ZodType>(schema: S, accepts: string): Variable<S> {
  return { schema, accepts, isSecret: false }
}

/** A variable whose value can stand in a file instead, which `<NAME>_FILE` names. */
export function defineSecret<S extends z.ZodType>(schema: S, accepts: string): Variable<S> {
  return { schema, accepts, isSecret: true }
}
