import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { ErrorDetail } from '../../../platform/shared/service-error.ts'
import type { Tool } from './tools.ts'

type Arguments = Readonly<Record<string, unknown>>

/**
 * Throws `InvalidParams` for what the operation would not notice: an argument that the tool does not have, and more items
 * than the tool accepts. The operation checks everything else.
 */
export function assertArguments({ listed }: Tool, args: Arguments): void {
  const { properties = {} } = listed.inputSchema as { properties?: Readonly<Record<string, PropertySchema>> }
  const details = Object.entries(args).flatMap(([field, value]): ErrorDetail[] => {
    const schema = properties[field]
    if (!schema) return [{ field, issue: `is no argument of this tool; it has ${Object.keys(properties).join(', ')}` }]
    const { maxItems = Number.POSITIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    if (Array.isArray(value) && value.length > maxItems)
      return [{ field, issue: `must have at most ${maxItems} items` }]
    return typeof value === 'number' && value > maximum ? [{ field, issue: `must be at most ${maximum}` }] : []
  })
  if (details.length > 0) throw new InvalidParams(details)
}

interface PropertySchema {
  readonly maxItems?: number
  readonly maximum?: number
}

/** The variables of a call: its arguments, and which of them were given. */
export function toVariables({ presence }: Tool, args: Arguments): Record<string, unknown> {
  const isGiven = (argument: string) => args[argument] != null && args[argument] !== ''
  return { ...args, ...Object.fromEntries([...presence].map(([name, argument]) => [name, isGiven(argument)])) }
}
