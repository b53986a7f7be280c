import { readSettings } from './config.ts'
import { ClusterPrimary } from './platform/cluster/cluster-primary.ts'
import { createServer } from './platform/http/http-server.ts'
import { chooseLog } from './platform/http/log/logger.ts'
import { inBackground } from './platform/shared/event-loop/background.ts'
import { secondMs } from './platform/shared/time.ts'
import { startingMessage, startupMessage } from './start-messages.ts'

/** Starts the processes of `WORKERS`. SIGTERM and SIGINT stop all of them, and SIGUSR2 restarts one after the other. */
export async function startCluster(): Promise<void> {
  const settings = readSettings(process.env)
  process.stdout.write(startingMessage)
  // Never listens: the lines of this process have the form of all others.
  const { log } = createServer(settings, await chooseLog(settings))
  const { workers, drainSeconds } = settings
  const primary = new ClusterPrimary({ workers, drainMs: drainSeconds * secondMs, log })
  const end = (code: number) => process.exit(code)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      primary.stop(signal).then(end, () => end(1))
    })
  }
  process.on('SIGUSR2', () => inBackground(primary.restartAll(), 'the restart of all workers', log))
  const port = await primary.start().catch(async () => {
    // The worker that could not start has said why.
    await primary.stop('SIGINT')
    return end(1)
  })
  process.stdout.write(startupMessage(settings, port))
}
