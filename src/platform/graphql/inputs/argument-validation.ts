import {
  ArrayMaxSize,
  ArrayMinSize,
  getMetadataStorage,
  IsIn,
  isEmail,
  length as isLength,
  ValidateBy,
  type ValidationError,
  type ValidationOptions,
  validate,
} from 'class-validator'
import type { ResolverData } from 'type-graphql'
import { defineIssue, type FieldIssue, type Issue, toIssue } from '../../shared/field-issue.ts'
import { InvalidParams } from '../../shared/general.errors.ts'
import { type ErrorDetail, ServiceError } from '../../shared/service-error.ts'
import { findTextIssue } from '../../shared/text/human-text.ts'

const malformedText = defineIssue('MALFORMED_TEXT', 'must be well-formed text without NUL characters')
const mustNotBeNull = defineIssue('NULL', 'must not be null')
export const tooLong = defineIssue('TOO_LONG', 'must have at most {max} characters')
const wrongLength = defineIssue('WRONG_LENGTH', 'must have {min} to {max} characters')
const tooSmall = defineIssue('TOO_SMALL', 'must be at least {min}')
const tooLarge = defineIssue('TOO_LARGE', 'must be at most {max}')
export const tooMany = defineIssue('TOO_MANY', 'must have at most {max}')
const emptyList = defineIssue('EMPTY_LIST', 'needs at least one')
const repeated = defineIssue('REPEATED', 'must not name one twice')
const notAChoice = defineIssue('NOT_A_CHOICE', 'must be one of the values that the field has')
export const notAnEmail = defineIssue('NOT_AN_EMAIL', 'must be an e-mail address')

const rules = getMetadataStorage()
const findRules = rules.getTargetValidationMetadatas.bind(rules)
const rulesByClass = new Map<unknown, ReturnType<typeof findRules>>()

// class-validator searches the rules of all classes for the rules of one, each time that it validates.
rules.getTargetValidationMetadatas = (target, schema, ...options) => {
  // Declarations ask with a schema, while there are not all rules yet.
  if (schema !== undefined) return findRules(target, schema, ...options)
  const known = rulesByClass.get(target) ?? findRules(target, schema, ...options)
  rulesByClass.set(target, known)
  return known
}

/** The checks that have begun for the arguments of a field. */
const checksByArguments = new WeakMap<object, Promise<ErrorDetail[]>[]>()

/**
 * Validates an argument of an operation after the coercion of GraphQL. Rejects text that PostgreSQL cannot store, and
 * checks the bounds of its input class and of nested inputs. Throws `InvalidParams` with every invalid field of all
 * arguments, which never quotes values.
 */
export async function validateArguments(
  value: unknown,
  _type: unknown,
  { args }: Pick<ResolverData, 'args'>,
): Promise<void> {
  const checks = checksByArguments.get(args) ?? []
  checksByArguments.set(args, checks)
  checks.push(findProblems(value, args))
  // type-graphql validates one argument or class of arguments at a time, and begins with all of them in one turn.
  await Promise.resolve()
  checksByArguments.delete(args)
  const details = (await Promise.all(checks)).flat()
  if (details.length > 0) throw new InvalidParams(details)
}

async function findProblems(value: unknown, args: ResolverData['args']): Promise<ErrorDetail[]> {
  const isInput = isObject(value)
  const unstorable = isInput ? findUnstorable(value) : isUnstorableText(value) ? [argumentNameOf(value, args)] : []
  if (unstorable.length > 0) return unstorable.map((field) => ({ field, ...malformedText() }))
  return isInput ? findInvalidFields(value) : []
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !(value instanceof Date)
}

function isUnstorableText(value: unknown): boolean {
  return typeof value === 'string' && !isStorable(value)
}

/** The names of the fields with text that cannot be stored. A field of a nested input has the names of both. */
function findUnstorable(input: object): string[] {
  const names: string[] = []
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string' ? !isStorable(value) : Array.isArray(value) && value.some(isUnstorableText))
      names.push(name)
    else if (typeof value === 'object' && isObject(value) && !Array.isArray(value))
      names.push(...findUnstorable(value).map((each) => `${name}.${each}`))
  }
  return names
}

async function findInvalidFields(input: object): Promise<ErrorDetail[]> {
  // Null clears a field and undefined leaves it unchanged, so neither has bounds.
  const errors = await validate(input, { skipMissingProperties: true, forbidUnknownValues: false })
  const details = errors.map(toErrorDetail)
  for (const [name, value] of Object.entries(input)) {
    if (!isObject(value) || Array.isArray(value)) continue
    const nested = await findInvalidFields(value)
    details.push(...nested.map((each) => ({ ...each, field: `${name}.${each.field}` })))
  }
  return details
}

/**
 * Checks one input of a list by the bounds of its class. Lists of inputs are not checked with their operation, so that one
 * invalid input does not fail the others. Throws `InvalidParams`.
 */
export async function validateInput(input: object): Promise<void> {
  const details = await findProblems(input, {})
  if (details.length > 0) throw new InvalidParams(details)
}

/** Throws `InvalidParams` for each field that is null: these fields may be absent, but not cleared. */
export function rejectNulls(fields: object): void {
  const nullFields = Object.entries(fields).filter(([, value]) => value === null)
  if (nullFields.length > 0) throw new InvalidParams(nullFields.map(([field]) => ({ field, ...mustNotBeNull() })))
}

/**
 * Runs all parsers of one input. Throws the problem that one of them found. If several found one, throws an
 * `InvalidParams` with all problems, so that the caller reads them at once.
 */
export function parseAll<T extends readonly unknown[]>(...parsers: { [K in keyof T]: () => T[K] }): T {
  const problems: ServiceError[] = []
  const values = parsers.map((parse) => {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      problems.push(error)
      return undefined
    }
  })
  const [first, ...others] = problems
  if (first) throw others.length === 0 ? first : new InvalidParams(problems.flatMap(({ details = [] }) => details))
  return values as unknown as T
}

/** type-graphql passes a single argument without its name. */
function argumentNameOf(value: unknown, args: ResolverData['args']): string {
  return Object.keys(args).find((name) => args[name] === value) ?? 'value'
}

/** PostgreSQL rejects NUL in text, and a lone surrogate has no UTF-8 form. */
export function isStorable(text: unknown): text is string {
  return typeof text === 'string' && !text.includes('\u0000') && text.isWellFormed()
}

function toErrorDetail(error: ValidationError): ErrorDetail {
  const [[rule, issue] = ['', 'is not valid']] = Object.entries(error.constraints ?? {})
  const { property } = error
  // class-validator starts its sentences with the property name, which the detail already has.
  return { ...findCode(error, rule), field: property, issue: issue.replace(new RegExp(`^${property} `), '') }
}

/** The code of an issue that a rule has found, from the decorator of the rule. */
function findCode({ target, property, value, contexts }: ValidationError, rule: string): Partial<FieldIssue> {
  const type = (target as object).constructor
  const { constraints = [] } =
    getMetadataStorage()
      .getTargetValidationMetadatas(type, '', false, false)
      .find((each) => each.propertyName === property && each.name === rule) ?? {}
  const [first] = constraints
  if (typeof first === 'function') return toIssue((first as FindIssue)(value) ?? 'is not valid')
  return contexts?.[rule] ?? boundIssues[rule]?.(...(constraints as never[])) ?? {}
}

/** The issues of the rules that have bounds, by the names of the rules. */
const boundIssues: Readonly<Record<string, (...bounds: never[]) => FieldIssue>> = {
  maxLength: (max: number) => tooLong({ max }),
  isLength: (min: number, max: number) => wrongLength({ min, max }),
  min: (min: number) => tooSmall({ min }),
  max: (max: number) => tooLarge({ max }),
  arrayMaxSize: (max: number) => tooMany({ max }),
  arrayMinSize: () => emptyList(),
  arrayUnique: () => repeated(),
  isIn: () => notAChoice(),
}

type FindIssue = (value: unknown) => Issue | undefined

/** Accepts a value for which `findIssue` finds nothing. The issue completes a sentence that begins with the field. */
export function HasNoIssue(name: string, findIssue: FindIssue): PropertyDecorator {
  return ValidateBy({
    name,
    constraints: [findIssue],
    validator: {
      validate: (value) => findIssue(value) === undefined,
      defaultMessage: (validation) => toIssue(findIssue(validation?.value) ?? 'is not valid').issue,
    },
  })
}

/** The options of a rule of class-validator that says this issue. */
export function saying(issue: FieldIssue, options: ValidationOptions = {}): ValidationOptions {
  return { ...options, message: issue.issue, context: issue }
}

/**
 * For text that people read: without control characters, invisible characters and changes of the text direction
 * (`findTextIssue`). Every free text of an input has it; `test/contract/human-text.test.ts` checks it.
 */
export function IsHumanText({ isOneLine = true } = {}): PropertyDecorator {
  return HasNoIssue('isHumanText', (text) => findTextIssue(String(text), { isOneLine }))
}

/** Accepts an e-mail address with spaces around it, which phones and copied tables add. OpenAPI reads it by the name `isEmail`. */
export function IsEmailAddress(): PropertyDecorator {
  return HasNoIssue('isEmail', (text) => (isEmail(String(text).trim()) ? undefined : notAnEmail()))
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

/** Rejects an empty list. */
export function NotEmptyList(): PropertyDecorator {
  return ArrayMinSize(1, { message: 'needs at least one' })
}

/** Bounds the number of items of a list. */
export function MaxItems(count: number): PropertyDecorator {
  return ArrayMaxSize(count, { message: `must have at most ${count}` })
}

/** Accepts only these values, and names them in its message. OpenAPI reads them by the name `isIn`. */
export function IsOneOf(values: readonly string[]): PropertyDecorator {
  return IsIn(values, { message: `must be one of ${values.join(', ')}` })
}
