import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NameResolver, SystemNameServers } from '../../src/platform/http-client/dns-lookup.ts'
import { SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'

type Family = 'A' | 'AAAA'

/** A name server on loopback. It knows the names in `records`, and is silent on some. */
let socket: Socket
let servers: string[]
let records: Record<string, Partial<Record<Family, string[]>>>
let isSilentFor: (name: string) => boolean
/** The questions, such as `A one.example`. */
let questions: string[]

beforeEach(async () => {
  records = { 'one.example': { A: ['198.51.100.7'], AAAA: ['2001:db8::7'] } }
  questions = []
  isSilentFor = (name) => /\.silent(\.test)?$/.test(name)
  socket = createSocket('udp4').bind(0, '127.0.0.1')
  socket.on('message', (message, { port }) => {
    const { name, type, end } = readQuestion(message)
    questions.push(`${type} ${name}`)
    const addresses = records[name]?.[type as Family]
    if (isSilentFor(name)) return
    const answers = (addresses ?? []).map((address) => {
      const data = toBytes(address)
      return Buffer.from([0xc0, 12, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length, ...data])
    })
    const header = Buffer.from([0x81, records[name] || name === '' ? 0x80 : 0x83, 0, 1, 0, answers.length, 0, 0, 0, 0])
    socket.send(
      Buffer.concat([message.subarray(0, 2), header, message.subarray(12, end), ...answers]),
      port,
      '127.0.0.1',
    )
  })
  await once(socket, 'listening')
  servers = [`127.0.0.1:${socket.address().port}`]
})
afterEach(() => void socket.close())

function readQuestion(message: Buffer) {
  const labels: string[] = []
  let position = 12
  for (let length = message[position] ?? 0; length > 0; length = message[position] ?? 0) {
    labels.push(message.toString('latin1', position + 1, position + 1 + length))
    position += length + 1
  }
  const type = { 1: 'A', 28: 'AAAA', 2: 'NS' }[message.readUInt16BE(position + 1)] ?? '?'
  return { name: labels.join('.'), type, end: position + 5 }
}

/** IPv6 only in the form `2001:db8::7`. */
function toBytes(address: string): number[] {
  if (!address.includes(':')) return address.split('.').map(Number)
  const bytes = new Array<number>(16).fill(0)
  bytes.splice(0, 4, 0x20, 0x01, 0x0d, 0xb8)
  bytes[15] = Number(address.split('::')[1])
  return bytes
}

describe('the addresses of a host', () => {
  it('are those of both families, IPv4 first, or of the only one that there is', async () => {
    records['six.example'] = { AAAA: ['2001:db8::6'] }
    const names = new SystemNameServers({ servers })
    expect(await names.resolveAddresses('one.example')).toEqual(['198.51.100.7', '2001:db8::7'])
    expect(await names.resolveAddresses('six.example')).toEqual(['2001:db8::6'])
    expect(questions.toSorted()).toEqual(['A one.example', 'A six.example', 'AAAA one.example', 'AAAA six.example'])
    await expect(names.resolveAddresses('missing.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('are read from the hosts file where there is one, and localhost is known without it', async () => {
    const hostsFile = join(await mkdtemp(join(tmpdir(), 'tack-hosts-')), 'hosts')
    await writeFile(hostsFile, '# local\n10.0.0.9\tprinter intranet.example # two names\n::1 printer\n')
    const names = new SystemNameServers({ servers, hostsFile })
    expect(await names.resolveAddresses('printer')).toEqual(['10.0.0.9', '::1'])
    expect(await names.resolveAddresses('intranet.example')).toEqual(['10.0.0.9'])
    expect(await names.resolveAddresses('localhost')).toEqual(['127.0.0.1'])
    expect(questions).toEqual([])
    await expect(new SystemNameServers({ servers }).resolveAddresses('localhost')).rejects.toThrow()
  })
})

describe('a name that never resolves', () => {
  it('is looked up 16 times at once for an account, and holds up no other account', async () => {
    const names = new NameResolver(new SystemNameServers({ servers }))
    const silent = Array.from({ length: 200 }, (_, n) => names.resolveAddresses(`n${n}.silent`, 'ada'))
    const settled = Promise.allSettled(silent)
    await expect.poll(() => new Set(questions.map((each) => each.split(' ')[1])).size).toBe(16)
    expect(await names.resolveAddresses('one.example', 'grace')).toHaveLength(2)
    expect(new Set(questions.map((each) => each.split(' ')[1])).size).toBe(17)
    isSilentFor = () => false
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
  })

  it('is the fault of the name while name servers answer, and of the service while they are silent', async () => {
    const names = new NameResolver(new SystemNameServers({ servers }))
    const httpClient = new SafeHttpClient({ allowedHosts: 'public', names })
    const request = { accountId: 'ada', url: 'https://host.silent.test/', method: 'GET', headers: {} } as const
    const answer = await httpClient.send(request)
    expect(answer).toMatchObject({ status: null, isConclusive: true, isAllowed: true })
    expect(questions).toContain('NS ')
    isSilentFor = () => true
    expect(await httpClient.send(request)).toMatchObject({
      status: null,
      isConclusive: false,
      error: 'no answer: EAI_AGAIN',
    })
  })
})
