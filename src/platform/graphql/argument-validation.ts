import { IsIn, length as isLength, ValidateBy, type ValidationError, validate } from 'class-validator'
import type { ResolverData } from 'type-graphql'
import { InvalidParams } from '../shared/general.errors.ts'
import type { ErrorDetail } from '../shared/service-error.ts'

/**
 * Validates the arguments of an operation after the coercion of GraphQL: first text that PostgreSQL cannot store, then
 * the bounds of the input class. Throws `InvalidParams` with every invalid field; values are never quoted.
 */
export async function validateArguments(
  value: unknown,
  _type: unknown,
  { args }: Pick<ResolverData, 'args'>,
): Promise<void> {
  const isObject = value !== null && typeof value === 'object'
  const fields = isObject ? Object.entries(value) : [[argumentNameOf(value, args), value] as const]
  const unstorable = fields.filter(([, each]) => typeof each === 'string' && !isStorable(each))
  if (unstorable.length > 0) {
    const issue = 'must be well-formed text without NUL characters'
    throw new InvalidParams(unstorable.map(([field]) => ({ field, issue })))
  }
  if (!isObject) return
  // Null clears a field and undefined leaves it unchanged, so neither has bounds.
  const errors = await validate(value, { skipMissingProperties: true, forbidUnknownValues: false })
  if (errors.length > 0) throw new InvalidParams(errors.map(toErrorDetail))
}

/** Throws `InvalidParams` for each field that is null: these fields may be absent, but not cleared. */
export function rejectNulls(fields: object): void {
  const nullFields = Object.entries(fields).filter(([, value]) => value === null)
  if (nullFields.length > 0)
    throw new InvalidParams(nullFields.map(([field]) => ({ field, issue: 'must not be null' })))
}

/** type-graphql passes a single argument without its name. */
function argumentNameOf(value: unknown, args: ResolverData['args']): string {
  return Object.keys(args).find((name) => args[name] === value) ?? 'value'
}

/** PostgreSQL rejects NUL in text, and a lone surrogate has no UTF-8 form. */
export function isStorable(text: unknown): text is string {
  return typeof text === 'string' && !text.includes('\u0000') && text.isWellFormed()
}

function toErrorDetail({ property, constraints = {} }: ValidationError): ErrorDetail {
  const [issue = 'is not valid'] = Object.values(constraints)
  // class-validator starts its sentences with the property name, which the detail already has.
  return { field: property, issue: issue.replace(new RegExp(`^${property} `), '') }
}

/** Bounds the length of a text after trimming. OpenAPI reads the bounds by the name `isLength`. */
export function TrimmedLength(min: number, max: number): PropertyDecorator {
  return ValidateBy({
    name: 'isLength',
    constraints: [min, max],
    validator: {
      validate: (text) => typeof text === 'string' && isLength(text.trim(), min, max),
      defaultMessage: () => `must be ${min} to ${max} characters long, not counting spaces around it`,
    },
  })
}

/** Accepts only these values, and names them in its message. OpenAPI reads them by the name `isIn`. */
export function IsOneOf(values: readonly string[]): PropertyDecorator {
  return IsIn(values, { message: `must be one of ${values.join(', ')}` })
}
