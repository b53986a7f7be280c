import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { CommandError } from '../../../platform/admin-command.ts'
import type { Orm } from '../../../platform/database/database.ts'
import { holdStatements } from '../../../platform/database/native-client.ts'
import { connectToService, type OperatorAct } from '../../../platform/operator-socket.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { secondMs, withTimeout } from '../../../platform/shared/time.ts'

/**
 * How the command for backups pauses the embedded database of a running service: it reads `paused`, copies, says `resume` and reads
 * `resumed`. When the command disappears, its connection ends, and so does the pause.
 */
const actName = 'pause'

/** The connection of the database is taken back after 30 s. */
const maxPauseMs = 20 * secondMs

/** Longer than any statement may take. */
const maxWaitMs = 90 * secondMs

/** Lets a backup pause the statements of the embedded database. */
export function createPauseAct(orm: Orm, log: Pick<Logger, 'info' | 'error'>): [name: string, act: OperatorAct] {
  let isPaused = false
  const act: OperatorAct = async (socket) => {
    if (isPaused) {
      socket.write('busy\n')
      return
    }
    isPaused = true
    const pause = holdStatements(orm, async () => {
      if (socket.destroyed) return
      const startedAt = performance.now()
      const ended = Promise.race([once(socket, 'data'), once(socket, 'close'), once(socket, 'end')])
      socket.write('paused\n')
      const isInTime = await withTimeout(maxPauseMs, ended).then(
        () => true,
        () => false,
      )
      const pauseMs = Math.round(performance.now() - startedAt)
      if (isInTime) log.info({ pauseMs }, 'the database was paused for a backup')
      else log.error({ pauseMs }, 'a backup took too long to copy the database, and is refused')
      if (isInTime) socket.write('resumed\n')
    })
    await pause.finally(() => {
      isPaused = false
    })
  }
  return [actName, act]
}

/** A pause that the service grants. Null when no service listens. */
export async function pauseService(dataFolder: string): Promise<{ resume(): Promise<void> } | null> {
  const socket = await connectToService(dataFolder, actName)
  if (!socket) return null
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const expectLine = async (expected: string, sentence: string) => {
    const { value } = await withTimeout(maxWaitMs, lines.next()).catch(() => ({ value: undefined }))
    if (value === expected) return
    socket.destroy()
    throw new CommandError(sentence)
  }
  await expectLine('paused', 'The service does not pause its database: another backup runs, or it stops. Try again.')
  return {
    resume: async () => {
      socket.write('resume\n')
      await expectLine(
        'resumed',
        `Copying the database took more than ${maxPauseMs / secondMs} seconds, or the service has ended meanwhile. Stop the service and make the backup then.`,
      )
      socket.destroy()
    },
  }
}
