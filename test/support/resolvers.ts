import { ResolverInstances } from '../../src/platform/graphql/schema.ts'

/** Resolver instances for a test without the app. */
export function resolverInstances(...instances: readonly object[]): ResolverInstances {
  const resolvers = new ResolverInstances()
  for (const instance of instances) resolvers.add(instance)
  return resolvers
}
