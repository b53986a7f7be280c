import { type GraphQLField, type GraphQLSchema, getNamedType, isEnumType } from 'graphql'
import { Extensions } from 'type-graphql'
import {
  AccountBeingDeleted,
  AccountSuspended,
  ApiKeyExpired,
  ApiKeyNotAccepted,
  ApiKeyRevoked,
  Forbidden,
  InsufficientScope,
  InvalidToken,
  RoleTooLow,
  SecondFactorNeeded,
  SessionRequired,
  StepUpRequired,
  TokenExpired,
  Unauthenticated,
  WorkspaceNotFound,
} from '../auth/auth.errors.ts'
import type { AccessRule } from '../auth/authorization.ts'
import { isProfileScope } from '../auth/scopes.ts'
import { InvalidParams, RateLimited } from '../shared/general.errors.ts'
import type { ServiceErrorClass } from '../shared/service-error.ts'

/** The errors of an operation, besides those that follow from its access rule and arguments. */
export function Throws(...errors: ServiceErrorClass[]): MethodDecorator {
  return Extensions({ errors }) as MethodDecorator
}

/** A field or an argument for GraphQL only, such as a field that leads to another object, or a cursor. REST has none. */
export function GraphqlOnly(): PropertyDecorator & MethodDecorator {
  return Extensions({ graphqlOnly: true }) as PropertyDecorator & MethodDecorator
}

/** An operation, a field or an argument for REST only, such as a page number. The graph has none. */
export function RestOnly(): PropertyDecorator & MethodDecorator {
  return Extensions({ restOnly: true }) as PropertyDecorator & MethodDecorator
}

/**
 * The operation creates or lists in one workspace: it has an argument `workspaceId`, or a field of its `input`, which
 * `RequestContext.workspaceId` reads.
 */
export function InWorkspace(): MethodDecorator {
  return Extensions({ isInWorkspace: true }) as MethodDecorator
}

/**
 * The query may read from a replica, whose data are seconds old, except for what the caller has written: a list, a report or an
 * export. Not for a query that decides about access or limits, or that shows credentials. All its fields then do
 * (docs/decisions/read-replicas.md).
 */
export function ReadsReplica(): MethodDecorator {
  return Extensions({ readsReplica: true }) as MethodDecorator
}

export function readsReplica({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): boolean {
  return extensions.readsReplica === true
}

/** Whether all root fields of a query, by their response names, may read from a replica. */
export function readReplicaOnly(schema: GraphQLSchema, rootFields: ReadonlyMap<string, string>): boolean {
  const fields = schema.getQueryType()?.getFields() ?? {}
  const names = [...rootFields.values()].filter((name) => !name.startsWith('__'))
  return names.length > 0 && names.every((name) => readsReplica(fields[name] ?? { extensions: {} }))
}

/** The options of the argument `input`. Over REST its fields are the body. */
export const inputOptions = { description: 'What to write.' }

/** A root field with what its decorators declare. */
export interface Operation {
  readonly name: string
  readonly kind: 'query' | 'mutation' | 'subscription'
  readonly field: GraphQLField<unknown, unknown>
  readonly access: AccessRule
  /** Every error of the operation: the declared ones, and those that follow from its access rule and arguments. */
  readonly errors: readonly ServiceErrorClass[]
}

/** An operation with missing or invalid decorators. Stops the start. */
export class InvalidOperationDeclaration extends Error {
  override readonly name = 'InvalidOperationDeclaration'
}

/** The operations of a schema, in its order. Throws `InvalidOperationDeclaration` for one without an access rule or a price. */
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
  const { access, errors = [] } = field.extensions as {
    access?: AccessRule
    errors?: readonly ServiceErrorClass[]
  }
  if (!access) throw new InvalidOperationDeclaration(`${field.name} has neither @Access nor @Open.`)
  if (!field.extensions.price) throw new InvalidOperationDeclaration(`${field.name} has no @Price.`)
  for (const error of errors) {
    if (!error.definition?.resolution)
      throw new InvalidOperationDeclaration(`${field.name} declares ${error.name}, which has no resolution.`)
  }
  return { name: field.name, kind, field, access, errors: [...new Set([...impliedErrors(field, access), ...errors])] }
}

/** Unknown values of an enum reach an operation over REST only, as GraphQL itself rejects them. */
function hasInvalidInputs({ args, extensions }: GraphQLField<unknown, unknown>): boolean {
  return args.some(({ type }) => extensions.rest || !isEnumType(getNamedType(type)))
}

function impliedErrors(field: GraphQLField<unknown, unknown>, access: AccessRule): ServiceErrorClass[] {
  const implied: ServiceErrorClass[] = [RateLimited]
  if (hasInvalidInputs(field)) implied.push(InvalidParams)
  if (!access.open) {
    implied.push(Unauthenticated, InvalidToken, TokenExpired, ApiKeyRevoked, ApiKeyExpired, InsufficientScope)
    implied.push(AccountSuspended)
    if (isProfileScope(access.scope)) implied.push(ApiKeyNotAccepted)
    if (access.workspaceRole) implied.push(WorkspaceNotFound, SecondFactorNeeded)
    if (access.workspaceRole && access.workspaceRole !== 'viewer') implied.push(RoleTooLow)
    if (access.sessionOnly) implied.push(SessionRequired)
    if (access.role) implied.push(Forbidden)
    if (access.stepUp) implied.push(StepUpRequired)
    if (!access.duringDeletion) implied.push(AccountBeingDeleted)
  }
  return implied
}
