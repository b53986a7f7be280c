import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql'
import { type AccessExtensions, type AccessRule, authorize } from '../auth/authorization.ts'
import { InvalidOperationDeclaration } from './operations.ts'
import { isConnectionType } from './pagination/connection-types.ts'
import type { RequestContext } from './request-context.ts'

type Field = GraphQLField<unknown, RequestContext>

/** Throws the 401 or 403 for an object that the caller may not read. */
type ObjectGuard = (object: unknown, context: RequestContext, info: GraphQLResolveInfo) => void

/**
 * Enforces what `@Access` declares, in every field of the schema (docs/decisions/type-guards.md): the rule of the field,
 * and the rule of the type that it leads to. GraphQL, REST and subscriptions run the fields of this schema, so none has a
 * way around it. Throws `InvalidOperationDeclaration` for a type without a rule.
 */
export function guardTypes(schema: GraphQLSchema): void {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    const isRoot = roots.has(type)
    if (!isRoot) assertHasRule(type)
    for (const field of Object.values(type.getFields())) {
      if (isRoot && type !== schema.getMutationType()) assertCoversType(field)
      guardField(schema, field, isRoot)
      if (!isRoot) describeAccess(type, field)
    }
  }
}

function assertHasRule(type: GraphQLObjectType): void {
  const { access, scopeOf, inheritsAccess } = rulesOf(type)
  if (access || scopeOf || inheritsAccess) return
  throw new InvalidOperationDeclaration(
    `The type ${type.name} has neither @Access, @AccessByKind, @InheritsAccess nor @Open.`,
  )
}

/** A mutation may return what it has changed; a query needs all that its type needs. */
function assertCoversType(field: Field): void {
  const { access } = field.extensions as AccessExtensions
  const rule = rulesOf(getNamedType(field.type)).access
  if (!access || !rule || rule.open) return
  if (access.open || access.scope !== rule.scope || access.role !== rule.role)
    throw new InvalidOperationDeclaration(`${field.name} returns ${field.type} without the rule of that type.`)
}

/** What is declared of a type. A connection has the rules of its nodes. */
export function rulesOf(type: GraphQLNamedType): AccessExtensions {
  const nodes = isObjectType(type) && isConnectionType(type) ? type.getFields().nodes : undefined
  return nodes ? rulesOf(getNamedType(nodes.type)) : (type.extensions as AccessExtensions)
}

function guardField(schema: GraphQLSchema, field: Field, isRoot: boolean): void {
  const rules = listRules(field, isRoot)
  const guardObject = createObjectGuard(schema, field, isRoot)
  if (rules.length === 0 && !guardObject) return
  const { resolve = defaultFieldResolver } = field
  field.resolve = async (source, args, context, info) => {
    for (const rule of rules) authorize(context.caller, rule)
    const [rule] = rules
    const value = await resolve(source, args, isRoot && rule ? context.forOperation(rule, args) : context, info)
    if (guardObject) for (const object of listObjects(value)) guardObject(object, context, info)
    return value
  }
}

/** Says in the schema that the field may be refused: the graph makes it nullable, and its description names the scope. */
function describeAccess(parent: GraphQLObjectType, field: Field): void {
  const parentRule = rulesOf(parent).access
  const isOfRole = parentRule?.open === false && parentRule.role !== undefined
  const rules = listRules(field, false)
  // A login with a role has every scope. A list leaves out what its caller may not read.
  const canBeRefused = !isOfRole && (rules.length > 0 || leadsToOneOfKind(field))
  if (!canBeRefused) return
  field.extensions = { ...field.extensions, canBeRefused }
  const rule = rules.at(-1)
  if (!rule || rule.open || rule.role || (parentRule?.open === false && parentRule.scope === rule.scope)) return
  field.description += ` Needs the scope \`${rule.scope}\`.`
}

function leadsToOneOfKind(field: Field): boolean {
  const type = getNamedType(field.type)
  const { inheritsAccess } = field.extensions as AccessExtensions
  const isOne = !isListType(getNullableType(field.type)) && !(isObjectType(type) && isConnectionType(type))
  return isOne && !inheritsAccess && (isAbstractType(type) || rulesOf(type).scopeOf !== undefined)
}

/** The rules that are checked before the field is resolved. */
function listRules(field: Field, isRoot: boolean): AccessRule[] {
  const { access, inheritsAccess, filtersByAccess } = field.extensions as AccessExtensions
  // The access of an operation is enough for the object that it returns.
  const needsTypeRule = !isRoot && !inheritsAccess && !filtersByAccess
  const typeRule = needsTypeRule && rulesOf(getNamedType(field.type)).access
  return [access, typeRule].filter((rule) => rule && !rule.open) as AccessRule[]
}

/** Checks each object that the field leads to, if only the object tells the rule. */
function createObjectGuard(schema: GraphQLSchema, field: Field, isRoot: boolean): ObjectGuard | undefined {
  const type = getNamedType(field.type)
  const { inheritsAccess, filtersByAccess } = field.extensions as AccessExtensions
  if (isLeafType(type) || inheritsAccess) return undefined
  if (isAbstractType(type)) {
    // `node` runs the query of the type, which has its own guard.
    if (isRoot) return undefined
    return (object, context, info) => {
      const name = type.resolveType?.(object, context, info, type)
      if (typeof name !== 'string') throw new Error(`The type of an object in ${field.name} is not known.`)
      guardObjectOf(schema.getType(name) as GraphQLObjectType, object, context)
    }
  }
  const hasObjectRule = filtersByAccess || rulesOf(type).scopeOf !== undefined
  return hasObjectRule ? (object, context) => guardObjectOf(type, object, context) : undefined
}

function guardObjectOf(type: GraphQLNamedType, object: unknown, { caller }: RequestContext): void {
  const { access, scopeOf } = rulesOf(type)
  if (access) authorize(caller, access)
  if (scopeOf) authorize(caller, { open: false, scope: scopeOf(object) })
}

/** The objects of a list, of a connection or of a single object. */
function listObjects(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.filter((each) => each != null)
  const { nodes } = value as { readonly nodes?: unknown }
  return Array.isArray(nodes) ? nodes : [value]
}
