import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedConnector, SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'

/** A server on loopback, which calls to public hosts must not reach. */
let canary: Server
let port: number
let requests: { url: string | undefined; from: number | undefined }[]
beforeAll(async () => {
  requests = []
  canary = createServer((request, response) => {
    requests.push({ url: request.url, from: request.socket.remotePort })
    if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end()
    else if (request.url === '/long') response.end('ü'.repeat(100_000))
    else if (request.url === '/stuck') response.writeHead(200).write('begun')
    else if (request.url !== '/never') response.writeHead(204, { 'retry-after': '7' }).end()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  port = (canary.address() as AddressInfo).port
})
afterAll(() => {
  canary.closeAllConnections()
  canary.close()
})

const get = { accountId: 'acc_ada', method: 'GET', headers: {} } as const

const namesFrom = (resolveAddresses: (host: string) => Promise<readonly string[]>) => ({ resolveAddresses })

describe('a call to any host', () => {
  const httpClient = () => new SafeHttpClient({ allowedHosts: 'any', timeoutMs: 300 })

  it('returns the status and the headers', async () => {
    const answer = await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/` })
    expect(answer).toMatchObject({ status: 204, error: null, body: '' })
    expect(answer.headers['retry-after']).toBe('7')
  })

  it('does not follow redirects', async () => {
    requests = []
    expect(await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/away` })).toMatchObject({ status: 302 })
    expect(requests.map(({ url }) => url)).toEqual(['/away'])
  })

  it('returns the first KiB of the body', async () => {
    const { body } = await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/long` })
    expect(body).toBe('ü'.repeat(512))
  })

  it('returns as much of the body as the request allows, as bytes too', async () => {
    const url = `http://127.0.0.1:${port}/long`
    const answer = await httpClient().send({ ...get, url, maxBodyBytes: 150_001 })
    expect(answer.bodyBytes).toEqual(Buffer.from('ü'.repeat(100_000)).subarray(0, 150_001))
    expect(answer.body).toBe(`${'ü'.repeat(75_000)}\ufffd`)
    expect((await httpClient().send({ ...get, url, maxBodyBytes: 1e9 })).bodyBytes).toHaveLength(200_000)
  })

  it('times out with a reason', async () => {
    const answer = await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/never` })
    expect(answer).toMatchObject({ status: null, error: 'no answer within 0.3 s' })
  })

  it('times out during a slow name lookup, and does not connect later', async () => {
    requests = []
    const found = Promise.withResolvers<string[]>()
    const slow = new SafeHttpClient({ allowedHosts: 'any', timeoutMs: 50, names: namesFrom(() => found.promise) })
    const call = slow.send({ ...get, url: `http://late.example.com:${port}/` })
    expect(await call).toMatchObject({ status: null, error: 'no answer within 0.05 s' })
    found.resolve(['127.0.0.1'])
    await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/after` })
    expect(requests.map(({ url }) => url)).toEqual(['/after'])
    await slow.close()
  })

  it('returns the status of an endless response', async () => {
    expect(await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/stuck` })).toMatchObject({ status: 200 })
  })

  it('uses a new connection for each call', async () => {
    requests = []
    const one = httpClient()
    for (let n = 0; n < 3; n++) await one.send({ ...get, url: `http://127.0.0.1:${port}/` })
    expect(new Set(requests.map(({ from }) => from)).size).toBe(3)
  })

  it('reports the error code of a refused connection', async () => {
    const closedServer = createServer().listen(0, '127.0.0.1')
    await once(closedServer, 'listening')
    const { port } = closedServer.address() as AddressInfo
    closedServer.close()
    await once(closedServer, 'close')
    expect(await httpClient().send({ ...get, url: `http://127.0.0.1:${port}/` })).toMatchObject({
      status: null,
      error: 'no answer: ECONNREFUSED',
    })
  })
})

describe('a call to a public host', () => {
  const error = 'not called: the address must be a public host'

  it.each([['127.0.0.1'], ['::1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['64:ff9b::7f00:1']])(
    'is not made when the name resolves to %s',
    async (...addresses) => {
      requests = []
      const httpClient = new SafeHttpClient({ allowedHosts: 'public', names: namesFrom(async () => addresses) })
      await expect(httpClient.validateUrl('https://example.com/', 'acc_ada')).rejects.toThrow('must be a public host')
      expect(await httpClient.send({ ...get, url: 'https://example.com/' })).toMatchObject({
        status: null,
        error,
      })
      expect(requests).toEqual([])
    },
  )

  it('is not made when the name resolves to loopback at the second lookup', async () => {
    let requested = 0
    const find = async () => (requested++ === 0 ? ['8.8.8.8'] : ['127.0.0.1'])
    const httpClient = new SafeHttpClient({ allowedHosts: 'public', names: namesFrom(find) })
    expect(await httpClient.validateUrl('https://example.com/', 'acc_ada')).toBe('https://example.com/')
    const calls = Array.from({ length: 1_000 }, () => httpClient.send({ ...get, url: 'https://example.com/' }))
    expect(new Set((await Promise.all(calls)).map(({ error }) => error))).toEqual(new Set([error]))
    expect(requested).toBe(1_001)
  })

  it('accepts a name that does not resolve yet, and reports it when it is called', async () => {
    const find = () => Promise.reject(Object.assign(new Error('private.example is at 10.0.0.1'), { code: 'ENOTFOUND' }))
    const httpClient = new SafeHttpClient({ allowedHosts: 'public', names: namesFrom(find) })
    expect(await httpClient.validateUrl('https://not-yet.example.com/', 'acc_ada')).toBe('https://not-yet.example.com/')
    expect((await httpClient.send({ ...get, url: 'https://not-yet.example.com/' })).error).toBe('no answer: ENOTFOUND')
  })

  it('connects to the checked address with a single lookup', async () => {
    const requested: string[] = []
    const find = async (host: string) => {
      requested.push(host)
      return requested.length === 1 ? ['127.0.0.1'] : ['192.0.2.1']
    }
    const connect = createGuardedConnector('any', find)
    const options = { hostname: 'hooks.example.com', host: 'hooks.example.com', protocol: 'http:', port: String(port) }
    const socket = await new Promise<{ remoteAddress?: string; destroy(): void }>((resolve, reject) => {
      connect(options, (error, connected) => (error ? reject(error) : resolve(connected)))
    })
    expect(socket.remoteAddress).toBe('127.0.0.1')
    expect(requested).toEqual(['hooks.example.com'])
    socket.destroy()
  })
})
