import { type AdminCommand, CommandError } from '../../../../../platform/admin-command.ts'
import { readEngine, type StoreName } from './engine.queries.ts'
import { beginMove, cancelMove, type MoveProgress, readMove } from './move.queries.ts'

/** About half a minute. Transactions of the service take less. */
const maxAttempts = 50

const longTransactionText =
  'Nothing has begun: a transaction of somebody else has changed links for half a minute. Find it in pg_stat_activity (state "idle in ' +
  'transaction"), end it, and repeat the command.'

const names: Readonly<Record<StoreName, string>> = { postgresql: 'PostgreSQL', clickhouse: 'ClickHouse' }

/** Begins to move all clicks to a store, and says how far it is. Naming the store that they are in ends a move. */
export const moveClicksCommand: AdminCommand = {
  name: 'clicks move',
  parameters: ['clickhouse or postgresql'],
  async run({ em, settings }, target = '') {
    if (target !== 'clickhouse' && target !== 'postgresql')
      throw new CommandError('Name the store to which clicks are moved: clickhouse or postgresql.')
    const { store, movingTo } = await readEngine(em)
    const move = await readMove(em)
    if (move && movingTo === target) return { text: describeProgress(move), isDone: true }
    if (store === target) {
      if (!move) return { text: `The clicks are in ${names[target]}.`, isDone: true }
      await cancelMove(em)
      return { text: `The move was ended. The clicks are in ${names[target]}.`, isDone: true }
    }
    if (settings.clicksUrl === undefined)
      throw new CommandError('Set CLICKS_URL to the address of ClickHouse, here and for every process of the service.')
    await beginMove(em, target, (attempts) => {
      if (attempts >= maxAttempts) throw new CommandError(longTransactionText)
    })
    const text = `The service copies its clicks to ${names[target]} now, and then uses them there. The same command says how far it is.`
    return { text, isDone: true }
  },
}

function describeProgress({ movingTo, pass, place, copied, isPaused }: MoveProgress): string {
  if (pass === 0) return `${names[movingTo]} is prepared. Is the service running, with CLICKS_URL?`
  const month = place.month === null ? '' : ` The clicks of ${place.month} are compared.`
  const paused = isPaused ? ' It is the last pass: new clicks wait in the journals.' : ''
  return `${copied} clicks were copied to ${names[movingTo]}. This is pass ${pass}.${month}${paused}`
}
