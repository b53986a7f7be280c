import { type GraphQLField, GraphQLID, type GraphQLSchema, getNullableType, isInputObjectType } from 'graphql'
import type { AccessExtensions } from '../auth/authorization.ts'

type OperationField = GraphQLField<unknown, unknown>

/** Completes the operations that concern a workspace: how they name it, and which role they need. */
export function completeWorkspaceOperations(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const field of roots.flatMap((type) => Object.values(type?.getFields() ?? {}))) {
    if (isInWorkspace({ field })) addWorkspaceArgument(field)
    describeRole(field)
  }
}

/** Whether the operation creates or lists in one workspace, which the request can name (`@InWorkspace`). */
export function isInWorkspace({ field }: { readonly field: OperationField }): boolean {
  return field.extensions.isInWorkspace === true
}

/** Adds the argument `workspaceId`, or that field of `input`. */
function addWorkspaceArgument(field: OperationField): void {
  const workspaceId = {
    name: 'workspaceId',
    type: GraphQLID,
    description: workspaceIdDescription,
    defaultValue: undefined,
    deprecationReason: undefined,
    astNode: undefined,
    extensions: {},
  }
  const inputType = getNullableType(field.args.find(({ name }) => name === 'input')?.type)
  if (isInputObjectType(inputType)) inputType.getFields().workspaceId = workspaceId
  else Object.assign(field, { args: [...field.args, workspaceId] })
}

const workspaceIdDescription =
  'Identifier of the workspace. Default: the one of the header `X-Workspace-Id`, of the API key, or the personal one.'

/** Every member is at least a viewer, so that role is not worth a sentence. */
function describeRole(field: OperationField): void {
  const { access } = field.extensions as AccessExtensions
  if (!access || access.open || !access.workspaceRole || access.workspaceRole === 'viewer') return
  field.description += ` Needs the role \`${access.workspaceRole}\`.`
}
