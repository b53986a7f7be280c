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
import { type NamedComponent, SharedComponents } from './shared-components.ts'

/**
 * The parameters that operations share. Two can have one name: an id in a path and a filter (`/folders/{id}`, `?folderId=`),
 * and `limit` with a default and without one.
 */
export function shareParameters(operations: readonly RestOperation[], prefixes: IdPrefixes): SharedComponents {
  const all = operations.flatMap((operation) => parametersOf(operation, prefixes))
  return new SharedComponents('parameters', all, ({ name, component }) =>
    component.in === 'path' ? `${name}InPath` : `Optional${name}`,
  )
}

/** The parameters of an operation, in full. */
export function parametersOf(operation: RestOperation, prefixes: IdPrefixes): NamedComponent[] {
  const { name, field, route, pathArguments } = operation
  const bounds = boundsOf(name)
  const pathParameters = field.args.filter((argument) => pathArguments.includes(argument.name))
  const queryParameters = field.args.filter((argument) => !pathArguments.includes(argument.name))
  const toParameter = (argument: GraphQLArgument, location: 'path' | 'query') => {
    const required = location === 'path' || (isRequired(argument) && !route.hasBody)
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

function named(name: string, component: JsonSchema): NamedComponent {
  return { name, component }
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
