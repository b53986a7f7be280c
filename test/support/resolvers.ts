import { ResolverInstances } from '../../src/platform/graphql/resolver-instances.ts'

/** The resolver instances of a service made for one test. */
export function resolverInstances(...instances: readonly object[]): ResolverInstances {
  const resolvers = new ResolverInstances()
  for (const instance of instances) resolvers.add(instance)
  return resolvers
}
