import type { GraphQLField, GraphQLSchema } from 'graphql'
import { Extensions } from 'type-graphql'
import {
  ApiKeyExpired,
  ApiKeyNotAccepted,
  ApiKeyRevoked,
  Forbidden,
  InsufficientScope,
  InvalidToken,
  SessionRequired,
  TokenExpired,
  Unauthenticated,
} from '../auth/auth.errors.ts'
import type { AccessRule } from '../auth/authorization.ts'
import { isProfileScope } from '../auth/scopes.ts'
import { InvalidParams, RateLimited } from '../shared/general.errors.ts'
import type { ServiceErrorClass } from '../shared/service-error.ts'

/** The refusals an operation can give beyond those its access and its arguments imply. */
export function Throws(...errors: ServiceErrorClass[]): MethodDecorator {
  return Extensions({ fails: errors }) as MethodDecorator
}

/** A field for graph clients only: it is cut from the REST face, so REST answers keep to the contract's fields. */
export function GraphqlOnly(): PropertyDecorator & MethodDecorator {
  return Extensions({ graphOnly: true }) as PropertyDecorator & MethodDecorator
}

/** One root field with the marks it wears. */
export interface Operation {
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly field: GraphQLField<unknown, unknown>
  readonly access: AccessRule
  /** Every refusal the operation can give: the declared ones and those its access and arguments imply. */
  readonly errors: readonly ServiceErrorClass[]
}

/** An operation that does not say what the service needs to know about it. Stops the start. */
export class InvalidOperationDeclaration extends Error {
  override readonly name = 'UndeclaredOperation'
}

/** The operations of a schema, in its own order. Throws `UndeclaredOperation` when one says nothing of its access. */
export function listOperations(schema: GraphQLSchema): Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => toOperation(kind, field)),
  )
}

function toOperation(kind: Operation['kind'], field: GraphQLField<unknown, unknown>): Operation {
  const { access, fails: errors = [] } = field.extensions as {
    access?: AccessRule
    fails?: readonly ServiceErrorClass[]
  }
  if (!access) throw new InvalidOperationDeclaration(`${field.name} wears neither @Access nor @Open.`)
  for (const error of errors) {
    if (!error.definition?.resolution)
      throw new InvalidOperationDeclaration(`${field.name} declares ${error.name}, which has no resolution.`)
  }
  return { name: field.name, kind, field, access, errors: [...new Set([...impliedErrors(field, access), ...errors])] }
}

function impliedErrors(field: GraphQLField<unknown, unknown>, access: AccessRule): ServiceErrorClass[] {
  const implied: ServiceErrorClass[] = [RateLimited]
  if (field.args.length > 0) implied.push(InvalidParams)
  if (!access.open) {
    implied.push(Unauthenticated, InvalidToken, TokenExpired, ApiKeyRevoked, ApiKeyExpired, InsufficientScope)
    if (isProfileScope(access.scope)) implied.push(ApiKeyNotAccepted)
    if (access.sessionOnly) implied.push(SessionRequired)
    if (access.role) implied.push(Forbidden)
  }
  return implied
}
