import type { Settings } from '../../src/config.ts'
import { ReadBarrier } from '../../src/platform/auth/read-barrier.ts'
import { InFlightTracker } from '../../src/platform/graphql/in-flight-tracker.ts'
import { type AppContext, ResolverInstances } from '../../src/platform/graphql/request-types.ts'
import type { RestServices } from '../../src/platform/rest/rest-routes.ts'
import type { TestClock } from './clock.ts'

/** What requests use in a test without the app and without a database. */
export function contextWithoutDatabase(settings: Settings, clock: TestClock, ...instances: object[]): AppContext {
  const resolvers = new ResolverInstances(instances)
  const inFlight = new InFlightTracker()
  return {
    orm: undefined as never,
    clock,
    settings,
    resolvers,
    inFlight,
    readBarrier: new ReadBarrier(),
    replicas: undefined,
  }
}

/** What REST routes use there: no request may have an Idempotency-Key. */
export function restServicesWithoutDatabase({ publicUrl }: Settings): RestServices {
  return { publicUrl, idempotencyStore: undefined as never }
}
