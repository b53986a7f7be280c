import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** Runs until `isOver`, or once. */
export type Attack = (isOver: () => boolean) => Promise<unknown>

interface Attacker {
  readonly base: string
  /** Headers of a caller of another network each time, so that the limits of one network are not what is measured. */
  readonly network: () => Record<string, string>
}

const unknownTypes = (count: number) =>
  `query(${Array.from({ length: count }, (_, n) => `$a${n}:CreateUrlInpu${n}`).join(' ')}){__typename}`

/** Requests whose work once grew with the square of their length, or that were read in one turn of the event loop. */
export function hostileRequests({ base, network }: Attacker): Record<string, Attack> {
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(base + path, {
      method,
      headers: { ...network(), ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    return answer.text()
  }
  const sendForm = (path: string, body: string) =>
    send('POST', path, { 'content-type': 'application/x-www-form-urlencoded' }, body)
  const sendJson = (path: string, body: object, headers: Record<string, string> = {}) =>
    send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

  async function register(): Promise<{ authorization: string }> {
    const account = { name: 'Eve', email: `${randomUUID()}@example.com`, password: 'correct horse battery' }
    const { token } = JSON.parse(await sendJson('/v1/auth/register', account))
    return { authorization: `Bearer ${token}` }
  }

  /** Imports a file as a dry run, and waits for its end. */
  async function importFile(content: string): Promise<void> {
    const credential = await register()
    const { id } = JSON.parse(await sendJson('/v1/imports', { source: 'csv', dryRun: true }, credential))
    await send('PUT', `/v1/imports/${id}/content`, { ...credential, 'content-type': 'text/csv' }, content)
    for (let waits = 0; waits < 200; waits++) {
      const { state } = JSON.parse(await send('GET', `/v1/imports/${id}`, credential))
      if (state === 'completed' || state === 'failed') return
      await pause(250)
    }
    throw new Error('The import has not ended.')
  }

  const manyTypes = unknownTypes(190)
  const dots = '.'.repeat(8_000)
  return {
    'twelve anonymous forms with 23,500 dots': () => atOnce(12, () => sendForm('/', `longUrl=${'.'.repeat(23_500)}+x`)),
    'twenty questions of 60,000 blanks': async () => {
      const credential = await register()
      const question = `${' '.repeat(60_000)}x`
      await atOnce(20, () => sendJson('/v1/analytics-ai/query', { question }, credential))
    },
    'an import of 600 rows with 8,000 dots': () =>
      importFile(`longUrl\n${Array.from({ length: 600 }, (_, n) => `https://example.com/${dots}x${n}`).join('\n')}`),
    'twenty token requests with 15,000 slashes': () =>
      atOnce(20, () => sendForm(`/oauth/token?${'/'.repeat(15_000)}x`, '')),
    '120 documents with 190 unknown types': () => {
      const headers = network()
      return atOnce(120, () => sendJson('/graphql', { query: manyTypes }, headers))
    },
    '400 documents with 190 unknown types on one WebSocket': (isOver) =>
      sendOnWebSocket(base, network(), Array<string>(400).fill(manyTypes), isOver),
    'a blank import file of 10 MB': () => importFile(' '.repeat(10_000_000)),
    'an import file of 1 MB of [': () => importFile('['.repeat(1_000_000)),
    'an import of 10 MB without a line break': () => importFile(`longUrl\n${'a'.repeat(10_000_000)}`),
    'an import of a list of 10 MB within a list': () => importFile(`[[${'1,'.repeat(5_000_000)}1]]`),
    '30 authorization requests with 3,500 parameters': () =>
      atOnce(30, () => send('GET', `/oauth/authorize?${'&a=b'.repeat(3_500)}`, {})),
    '30 forms with 12,000 fields': () => atOnce(30, () => sendForm('/', 'a&'.repeat(12_000))),
    '120 JSON bodies of 64 KB of [': () =>
      atOnce(120, () => send('POST', '/v1/auth/login', { 'content-type': 'application/json' }, '['.repeat(65_000))),
    'an inline import of 10 MB of [': async () => {
      const credential = await register()
      await send('POST', '/v1/imports', { ...credential, 'content-type': 'application/json' }, '['.repeat(10_000_000))
    },
  }
}

function atOnce(count: number, act: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, act))
}

/** Sends all documents at once when the connection is acknowledged, and waits until it is closed. */
function sendOnWebSocket(
  base: string,
  headers: Record<string, string>,
  documents: readonly string[],
  isOver: () => boolean,
): Promise<void> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers })
  return new Promise((resolve) => {
    const timer = setInterval(() => isOver() && socket.terminate(), 100)
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
    socket.on('message', (message) => {
      if (JSON.parse(String(message)).type !== 'connection_ack') return
      for (const [id, query] of documents.entries())
        socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
}
