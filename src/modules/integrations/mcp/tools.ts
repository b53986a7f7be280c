import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { AccessExtensions } from '../../../platform/auth/authorization.ts'
import { allScopes, type Scope } from '../../../platform/auth/scopes.ts'
import { findLimitError } from '../../../platform/graphql/documents/document-limits.ts'
import { rulesOf } from '../../../platform/graphql/type-guards.ts'
import type { JsonSchema } from '../../../platform/rest/openapi/json-schema.ts'
import { commentAbove } from './tool-comments.ts'
import { toolDocuments } from './tool-documents.ts'
import { type ToolDeclaration, toolList } from './tool-list.ts'
import { presenceOf, schemaOfArguments, schemaOfResult } from './tool-schemas.ts'

/** A tool as agents see it. */
export interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: JsonSchema & { readonly type: 'object' }
  readonly outputSchema: JsonSchema & { readonly type: 'object' }
  readonly annotations: Readonly<Record<string, boolean>>
}

/** A named operation of the graph that agents may call. */
export interface Tool {
  readonly listed: ListedTool
  /** The text of its document. */
  readonly document: string
  /** The scopes of all that it reads and does. */
  readonly scopes: ReadonlySet<Scope>
  /** The variables that say whether an argument was given, by their names. */
  readonly presence: ReadonlyMap<string, string>
}

/** Builds the tools from their documents. Throws for a document that the schema does not allow, so it stops the start. */
export function buildTools(schema: GraphQLSchema): readonly Tool[] {
  return toolList.map((declaration) => buildTool(schema, declaration))
}

function buildTool(schema: GraphQLSchema, declaration: ToolDeclaration): Tool {
  const { name, title, isDestructive = false } = declaration
  const text = toolDocuments[name] ?? ''
  const document = parse(text)
  const [operation, ...fragments] = document.definitions
  const problem = findLimitError(document)?.message ?? validate(schema, document)[0]?.message
  if (problem) throw new Error(`The document of ${name} is not valid: ${problem}`)
  if (operation?.kind !== Kind.OPERATION_DEFINITION || fragments.some(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION))
    throw new Error(`The document of ${name} is not one operation with its fragments.`)
  const description = commentAbove(operation)
  if (operation.name?.value !== name || !description)
    throw new Error(`The operation of ${name} has no name or comment.`)
  const isReadOnly = operation.operation === 'query'
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: schemaOfArguments(schema, document, operation, declaration) as ListedTool['inputSchema'],
      outputSchema: schemaOfResult(operation) as ListedTool['outputSchema'],
      annotations: { readOnlyHint: isReadOnly, ...(!isReadOnly && { destructiveHint: isDestructive }) },
    },
    document: text,
    scopes: findScopes(schema, document),
    presence: findPresence(operation),
  }
}

/** The scopes that the fields of a document need, and the types that they lead to (`guardTypes`). */
function findScopes(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<Scope> {
  const types = new TypeInfo(schema)
  const found = new Set<Scope>()
  const collector = {
    Field() {
      const field = types.getFieldDef()
      if (!field) return
      const { access, inheritsAccess, filtersByAccess } = field.extensions as AccessExtensions
      const typeRule = inheritsAccess || filtersByAccess ? undefined : rulesOf(getNamedType(field.type)).access
      const isRootMutation = types.getParentType() === schema.getMutationType()
      for (const rule of [access, isRootMutation ? undefined : typeRule]) {
        if (rule && !rule.open) found.add(rule.scope)
      }
    },
  }
  visit(document, visitWithTypeInfo(types, collector))
  return new Set([...allScopes].filter((scope) => found.has(scope)))
}

function findPresence({ variableDefinitions = [] }: OperationDefinitionNode): ReadonlyMap<string, string> {
  return new Map(
    variableDefinitions.flatMap(({ variable }) => {
      const argument = presenceOf(variable.name.value)
      return argument === undefined ? [] : [[variable.name.value, argument] as const]
    }),
  )
}
