import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { type Bounds, boundsOf, inlineScalars, type JsonSchema } from '../../../platform/rest/openapi/json-schema.ts'
import { commentAbove } from './tool-comments.ts'
import type { ToolDeclaration } from './tool-list.ts'

/** The most items of a list in a result. */
export const maxResultItems = 25

/** The argument that says how many items a page has. */
const pageSizeArgument = 'first'

/** Begins the name of a variable that says whether another one was given. Callers do not see it. */
const presencePrefix = 'has'

/** The argument whose presence a variable says, such as `urlId` for `hasUrlId`; undefined for an argument itself. */
export function presenceOf(name: string): string | undefined {
  if (!/^has[A-Z]/.test(name)) return undefined
  const rest = name.slice(presencePrefix.length)
  return rest.charAt(0).toLowerCase() + rest.slice(1)
}

/** The JSON Schema of the arguments of a tool, from the variables of its document. */
export function schemaOfArguments(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  declaration: ToolDeclaration,
): JsonSchema {
  const bounds = new Map<string, Bounds>(fieldsOf(operation).flatMap(({ name }) => [...boundsOf(name.value)]))
  const descriptions = describeVariables(schema, document)
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value
    if (presenceOf(name)) continue
    const type = typeFromAST(schema, definition.type) as GraphQLInputType
    const byDefault = definition.defaultValue && valueFromASTUntyped(definition.defaultValue)
    const description = commentAbove(definition) ?? descriptions.get(name)
    const maxItems = declaration.maxItems?.[name]
    properties[name] = {
      ...schemaOfInput(type, bounds.get(name), bounds, declaration.inputFields?.[name]),
      ...(maxItems !== undefined && { maxItems }),
      ...(name === pageSizeArgument && { maximum: maxResultItems }),
      ...(description && { description }),
      // An empty text or list stands for none.
      ...(byDefault !== undefined && String(byDefault) !== '' && { default: byDefault }),
    }
    if (isNonNullType(type) && byDefault === undefined) required.push(name)
  }
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false }
}

/** What the schema says of the arguments and fields that variables fill. */
function describeVariables(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>()
  const types = new TypeInfo(schema)
  const add = (value: { readonly kind: Kind; readonly name?: { readonly value: string } }, text?: string | null) => {
    if (value.kind === Kind.VARIABLE && value.name && text && !descriptions.has(value.name.value))
      descriptions.set(value.name.value, text)
  }
  const collector = {
    Argument: ({ value }: { value: Parameters<typeof add>[0] }) => add(value, types.getArgument()?.description),
    ObjectField: ({ name, value }: { name: { value: string }; value: Parameters<typeof add>[0] }) => {
      const parent = types.getParentInputType()
      if (isInputObjectType(parent)) add(value, parent.getFields()[name.value]?.description)
    },
  }
  visit(document, visitWithTypeInfo(types, collector))
  return descriptions
}

function schemaOfInput(
  type: GraphQLInputType,
  ownBounds: Bounds | undefined,
  bounds: ReadonlyMap<string, Bounds>,
  only?: readonly string[],
): JsonSchema {
  if (isNonNullType(type)) return schemaOfInput(type.ofType, ownBounds, bounds, only)
  const { items: itemBounds, ...bound } = pickBounds(ownBounds)
  if (isListType(type))
    return {
      type: 'array',
      items: schemaOfInput(type.ofType as GraphQLInputType, itemBounds as Bounds | undefined, bounds, only),
      ...bound,
    }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(({ name }) => only?.includes(name) ?? true)
    const required = fields.filter(isRequired).map(({ name }) => name)
    return {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field.name, schemaOfInput(field.type, bounds.get(field.name), bounds)]),
      ),
      ...(required.length > 0 && { required }),
    }
  }
  // A name of an enum is no value of GraphQL here, and a format that a client may not know is no help.
  const { format: _, ...scalar } = schemaOfScalar(type.name, type.extensions.jsonSchema)
  return { ...scalar, ...bound }
}

/** What helps a model to call the tool. The operation checks the rest. */
function pickBounds({ minimum, maximum, maxItems, items }: Bounds = {}): Bounds {
  return Object.fromEntries(
    Object.entries({ minimum, maximum, maxItems, items }).filter(([, value]) => value !== undefined),
  )
}

function isRequired({ type, defaultValue }: GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined
}

function schemaOfScalar(name: string, ofOurs: unknown): JsonSchema {
  const schema = inlineScalars[name] ?? (ofOurs as JsonSchema | undefined)
  if (!schema) throw new Error(`The scalar ${name} has no JSON Schema (extensions.jsonSchema).`)
  return schema
}

/**
 * The JSON Schema of the data of a tool, from its selection: its root fields. What is below explains itself in the result, and
 * every agent reads the schema of every tool before it does anything.
 */
export function schemaOfResult(operation: OperationDefinitionNode): JsonSchema {
  const properties = fieldsOf(operation).map(({ alias, name }) => [(alias ?? name).value, { type: 'object' }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** The fields of a selection, also those that depend on an argument. */
function fieldsOf({ selectionSet }: Pick<OperationDefinitionNode, 'selectionSet'>): readonly FieldNode[] {
  return selectionSet.selections.flatMap((each) => {
    if (each.kind === Kind.FIELD) return [each]
    return each.kind === Kind.INLINE_FRAGMENT ? fieldsOf(each) : []
  })
}
