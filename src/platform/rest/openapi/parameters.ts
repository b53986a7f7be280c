import type { GraphQLArgument } from 'graphql'
import { isInWorkspace } from '../../graphql/workspace-operations.ts'
import { isCreateRoute } from '../idempotency/idempotency-key.ts'
import { type RestOperation, takesQuery } from '../rest-operations.ts'
import { type IdPrefixes, idNounOf } from './forms.ts'
import {
  boundsOf,
  boundsOfArgument,
  descriptionOf,
  isRequired,
  type JsonSchema,
  schemaOfArgument,
} from './json-schema.ts'

/** The parameters that several operations have, defined once under their names. */
export class SharedParameters {
  readonly components: Readonly<Record<string, JsonSchema>>
  private readonly namesByText: ReadonlyMap<string, string>

  constructor(
    operations: readonly RestOperation[],
    private readonly prefixes: IdPrefixes,
  ) {
    const shared = findShared(operations.flatMap((operation) => parametersOf(operation, prefixes)))
    this.components = Object.fromEntries(shared.map(({ name, parameter }) => [name, parameter]))
    this.namesByText = new Map(shared.map(({ name, text }) => [text, name]))
  }

  /** The parameters of an operation: references to those of several operations, the others in full. */
  of(operation: RestOperation): JsonSchema[] {
    return parametersOf(operation, this.prefixes).map(({ text, parameter }) => {
      const name = this.namesByText.get(text)
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
    })
  }
}

/** A parameter with the name of its component. Parameters with the same text are the same. */
interface NamedParameter {
  readonly name: string
  readonly text: string
  readonly parameter: JsonSchema
}

/**
 * Those of several operations, the most frequent first. Of several with one name, only the first becomes a component; the
 * id in a path gets another name, because a filter may have it (`/folders/{id}`, `?folderId=`).
 */
function findShared(all: readonly NamedParameter[]): NamedParameter[] {
  const groups = [...Map.groupBy(all, ({ text }) => text).values()]
  const repeated = groups.filter((group) => group.length > 1).sort((a, b) => b.length - a.length)
  const byName = new Map<string, NamedParameter>()
  for (const [first] of repeated) {
    if (!first) continue
    const name = byName.has(first.name) && first.parameter.in === 'path' ? `${first.name}InPath` : first.name
    if (!byName.has(name)) byName.set(name, { ...first, name })
  }
  return [...byName.values()]
}

function parametersOf(operation: RestOperation, prefixes: IdPrefixes): NamedParameter[] {
  const { name, field, route, pathArguments } = operation
  const bounds = boundsOf(name)
  const pathParameters = field.args.filter((argument) => pathArguments.includes(argument.name))
  const queryParameters = field.args.filter((argument) => !pathArguments.includes(argument.name))
  const toParameter = (argument: GraphQLArgument, location: 'path' | 'query') => {
    const required = location === 'path' || isRequired(argument)
    const { examples, ...schema } = schemaOfArgument(argument, boundsOfArgument(argument, bounds), prefixes)
    return named(componentNameOf(argument), {
      name: argument.name,
      in: location,
      required,
      ...(argument.description && { description: descriptionOf(argument) }),
      ...(argument.deprecationReason && { deprecated: true }),
      // A list is separated by commas.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      // References send what has an example. An optional filter must not narrow the first answer that somebody sees.
      schema: required && examples ? { ...schema, examples } : schema,
    })
  }
  return [
    ...pathParameters.map((argument) => toParameter(argument, 'path')),
    ...(takesQuery(operation) ? queryParameters.map((argument) => toParameter(argument, 'query')) : []),
    ...(isInWorkspace(operation) ? [named('WorkspaceHeader', workspaceHeaderParameter)] : []),
    ...(isCreateRoute(route) ? [named('IdempotencyKey', idempotencyKeyParameter)] : []),
  ]
}

function named(name: string, parameter: JsonSchema): NamedParameter {
  return { name, text: JSON.stringify(parameter), parameter }
}

/** `Page` for `page`, and `LinkId` for the `id` of a link. */
function componentNameOf(argument: GraphQLArgument): string {
  // Not `WorkspaceId`, which is the `id` of a workspace.
  if (argument.name === 'workspaceId') return 'InWorkspaceId'
  const noun = argument.name === 'id' ? idNounOf(argument) : undefined
  return noun === undefined ? capitalize(argument.name) : `${noun.split(' ').map(capitalize).join('')}Id`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The parameter of every operation that creates or lists in one workspace. */
const workspaceHeaderParameter: JsonSchema = {
  name: 'X-Workspace-Id',
  in: 'header',
  required: false,
  description:
    'Identifier of the workspace, for clients that send it with every request. Default: the workspace of the API key, or ' +
    'the personal one. An argument `workspaceId` must not differ from it.',
  schema: { type: 'string' },
}

/** The parameter of every operation that creates something. */
const idempotencyKeyParameter: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A unique name for this request, such as a UUID. For 24 hours, requests with the same key and body get the first ' +
    'answer again, with Idempotency-Replayed, and create nothing. A failed request frees its key. REST only: the ' +
    'operation has no such argument at /graphql.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}
