import type { GraphQLField, GraphQLSchema } from 'graphql'
import type { Access } from '../access/admit.ts'
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
} from '../access/failures.ts'
import { isProfileScope } from '../access/scopes.ts'
import type { FailureClass } from '../base/failure.ts'
import { InvalidParams, RateLimited } from '../base/failures.ts'

/** One root field with the marks it wears. */
export interface Operation {
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly field: GraphQLField<unknown, unknown>
  readonly access: Access
  /** Every refusal the operation can give: the declared ones and those its access and arguments imply. */
  readonly fails: readonly FailureClass[]
}

/** An operation that does not say what the service needs to know about it. Stops the start. */
export class UndeclaredOperation extends Error {
  override readonly name = 'UndeclaredOperation'
}

/** The operations of a schema, in its own order. Throws `UndeclaredOperation` when one says nothing of its access. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const
  return roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => operationOf(kind, field)),
  )
}

function operationOf(kind: Operation['kind'], field: GraphQLField<unknown, unknown>): Operation {
  const { access, fails = [] } = field.extensions as { access?: Access; fails?: readonly FailureClass[] }
  if (!access) throw new UndeclaredOperation(`${field.name} wears neither @Access nor @Open.`)
  for (const failure of fails) {
    if (!failure.kind?.resolution)
      throw new UndeclaredOperation(`${field.name} declares ${failure.name}, which has no resolution.`)
  }
  return { name: field.name, kind, field, access, fails: [...new Set([...impliedBy(field, access), ...fails])] }
}

function impliedBy(field: GraphQLField<unknown, unknown>, access: Access): FailureClass[] {
  const implied: FailureClass[] = [RateLimited]
  if (field.args.length > 0) implied.push(InvalidParams)
  if (!access.open) {
    implied.push(Unauthenticated, InvalidToken, TokenExpired, ApiKeyRevoked, ApiKeyExpired, InsufficientScope)
    if (isProfileScope(access.scope)) implied.push(ApiKeyNotAccepted)
    if (access.sessionOnly) implied.push(SessionRequired)
    if (access.role) implied.push(Forbidden)
  }
  return implied
}
