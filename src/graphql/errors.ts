import { GraphQLError } from 'graphql'
import { Failure } from '../base/failure.ts'
import { Internal, InvalidParams, Unavailable } from '../base/failures.ts'
import { isOutOfReach } from '../database/out.of.reach.ts'

/**
 * The one place where an error becomes what a caller may read: a failure stays itself, GraphQL's refusal of a document
 * or a variable is a 400, a database out of reach is a 503, and anything else says nothing of its inside.
 */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (error instanceof GraphQLError) {
    const { originalError } = error
    if (originalError && !(originalError instanceof GraphQLError)) return toFailure(originalError)
    // One within a field is about a value of ours that its type could not hold, and nobody else's fault.
    return error.path ? new Internal(error) : new InvalidParams([], 'The request is not valid for this schema.')
  }
  return isOutOfReach(error) ? new Unavailable(error) : new Internal(error)
}
