import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { DateTime } from '../../src/platform/graphql/scalars.ts'
import { type RawInputs, readInputs } from '../../src/platform/rest/request-inputs.ts'
import type { RestRoute } from '../../src/platform/rest/rest.decorator.ts'
import { listRestOperations, type RestOperation } from '../../src/platform/rest/rest-operations.ts'
import { InvalidParams } from '../../src/platform/shared/general.errors.ts'

const Colour = new GraphQLEnumType({ name: 'Colour', values: { RED: { value: 0 }, BLUE: { value: 1 } } })
const Point = new GraphQLInputObjectType({ name: 'Point', fields: { x: { type: new GraphQLNonNull(GraphQLInt) } } })

const Route = new GraphQLInputObjectType({
  name: 'Route',
  fields: { stops: { type: new GraphQLList(new GraphQLNonNull(Point)) } },
})

const StopRecord = new GraphQLObjectType({
  name: 'StopRecord',
  fields: { x: { type: GraphQLInt }, name: { type: GraphQLString } },
})
const RouteRecord = new GraphQLObjectType({
  name: 'RouteRecord',
  fields: { stops: { type: new GraphQLList(StopRecord) }, length: { type: GraphQLInt } },
})
/** What is read of a thing, and not everything that can be written. */
const Thing = new GraphQLObjectType({
  name: 'Thing',
  fields: {
    id: { type: GraphQLID },
    title: { type: GraphQLString },
    createdAt: { type: DateTime },
    route: { type: RouteRecord },
  },
})

/** One operation with these arguments, at this path. */
export function operation(
  method: RestRoute['method'],
  path: string,
  args: GraphQLFieldConfigArgumentMap,
  type: GraphQLOutputType = GraphQLInt,
): RestOperation {
  const field = {
    type: new GraphQLNonNull(type),
    args,
    extensions: { access: { open: true }, price: { kind: 'lookup' }, rest: { method, path, status: 200, tag: 'x' } },
  }
  const [found] = listRestOperations(
    new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { field } }) }),
  )
  if (!found) throw new Error('The operation is not there.')
  return found
}

export const change = operation(
  'PATCH',
  '/things/{id}',
  {
    id: { type: new GraphQLNonNull(GraphQLID) },
    title: { type: GraphQLString },
    count: { type: GraphQLInt },
    ratio: { type: GraphQLFloat },
    isActive: { type: GraphQLBoolean },
    at: { type: DateTime },
    colour: { type: Colour },
    tags: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    point: { type: Point },
    password: { type: GraphQLString },
    route: { type: Route },
  },
  Thing,
)

export const create = operation('POST', '/things', {
  longUrl: { type: new GraphQLNonNull(GraphQLString) },
  privacyMode: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: false },
  redirectType: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 302 },
  colour: { type: new GraphQLNonNull(Colour), defaultValue: 1 },
})

export const read = operation('GET', '/things/{id}', {
  id: { type: new GraphQLNonNull(GraphQLString) },
  page: { type: new GraphQLNonNull(GraphQLInt), defaultValue: 1 },
  noTrack: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: false },
  search: { type: GraphQLString },
})

export const remove = operation('DELETE', '/things/{id}', { id: { type: new GraphQLNonNull(GraphQLID) } })

/** A request to a thing with the inputs of the case. */
export const given = (raw: Partial<RawInputs>): RawInputs => ({
  params: { id: 'thing_1' },
  query: {},
  body: undefined,
  ...raw,
})

export function errorOf(of: RestOperation, raw: Partial<RawInputs>): InvalidParams {
  try {
    readInputs(of, given(raw))
  } catch (error) {
    if (error instanceof InvalidParams) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}

export const fieldsOf = (failure: InvalidParams) => failure.details?.map(({ field }) => field)
/** The variables of a change with this body and query string. */
export const changing = (body: unknown, query = {}) => readInputs(change, given({ body, query }))
