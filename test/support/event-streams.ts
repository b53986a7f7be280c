import type { OperationRunner } from '../../src/platform/graphql/operation-runner.ts'
import { CredentialWatcher } from '../../src/platform/graphql/subscriptions/credential-watcher.ts'
import { EventStreams } from '../../src/platform/graphql/subscriptions/event-streams.ts'

/** Event streams for a service whose credentials stay valid. */
export function uncheckedEventStreams(runner: OperationRunner, maxStreams?: number): EventStreams {
  return new EventStreams(runner, new CredentialWatcher(async () => new Map(), { error: () => undefined }), maxStreams)
}
