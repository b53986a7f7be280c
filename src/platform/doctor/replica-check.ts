import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type PrimaryRow, primaryStateSql } from '../database/replicas/primary-log.ts'
import {
  describeReplicaProblem,
  maxLagMs,
  nameReplica,
  type ReplicaRow,
  replicaSql,
} from '../database/replicas/replica.ts'
import { type DoctorCheck, type Finding, ok, problem } from './doctor.ts'

const timeoutMs = 5_000
const pollIntervalMs = 100

/** Looks at each replica as the service does. Without any it has nothing to say. */
export const replicaCheck: DoctorCheck = {
  name: 'replicas',
  async run({ settings: { databaseReplicaUrls: urls }, query }) {
    if (urls.length === 0 || query === null) return []
    const [primary] = await query<PrimaryRow>(primaryStateSql)
    if (!primary) return [problem('The primary gave no answer.')]
    return Promise.all(urls.map((url) => checkReplica(url, primary)))
  },
}

async function checkReplica(url: string, primary: PrimaryRow): Promise<Finding> {
  const name = nameReplica(url)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    for (const startedAt = performance.now(); ; await pause(pollIntervalMs)) {
      const [row] = (await client.query<ReplicaRow>(replicaSql)).rows
      const reason = describeReplicaProblem(row, primary)
      if (reason !== null) return problem(`${name} is not read: ${reason}. Make it a replica of DATABASE_URL again.`)
      if ((row?.replayed ?? 0) >= primary.flushed) return ok(`${name} follows the primary.`)
      if (performance.now() - startedAt > maxLagMs)
        return problem(
          `${name} is not read: it is more than ${maxLagMs / 1000} s behind. Look at its disk and network.`,
        )
    }
  } catch (error) {
    return problem(`${name} does not answer: ${(error as Error).message}. Start it, or correct DATABASE_REPLICA_URLS.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
