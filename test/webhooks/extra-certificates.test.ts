import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSecureContext } from '../../src/platform/http-client/extra-certificates.ts'
import { SafeHttpClient } from '../../src/platform/http-client/safe-http-client.ts'
import { startApp } from '../support/app.ts'
import { localCertificate, localCertificateKey } from '../support/certificate.ts'
import { loopbackCertificate } from '../support/loopback-certificate.ts'
import { as } from '../workspaces/team.ts'

let folder: string
let receiver: Server
let url: string
const bodies: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-certificates-'))
  receiver = createServer({ cert: localCertificate, key: localCertificateKey }, async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await rm(folder, { recursive: true })
})

async function fileOf(text: string): Promise<string> {
  const file = join(folder, `${Math.random()}.pem`)
  await writeFile(file, text)
  return file
}

/** The outcome of a call by a client that trusts the authorities of a file, or only the usual ones. */
async function call(file?: string) {
  const secureContext = file === undefined ? undefined : await readSecureContext(file)
  const httpClient = new SafeHttpClient({ allowedHosts: 'any', ...(secureContext && { secureContext }) })
  const { status, error } = await httpClient.send({ url, accountId: 'acc_1', method: 'POST', headers: {}, body: '{}' })
  return [status, error]
}

describe('EXTRA_CA_CERTS', () => {
  it('makes a webhook arrive whose receiver has a private authority', async () => {
    const test = await startApp({ EXTRA_CA_CERTS: await fileOf(`# Ours\n${loopbackCertificate}\n${localCertificate}`) })
    const ada = await test.seed.account()
    const { id } = await test.seed.webhook(ada, { url, events: ['link.created'] })
    await test.rest.post(`/v1/webhooks/${id}/test`, undefined, as(ada))
    await expect.poll(() => bodies.map((body) => JSON.parse(body).type), { timeout: 20_000 }).toEqual(['webhook.test'])
    await test.close()
  })

  it('is needed for it, and trusts no other authority', async () => {
    const refused = [null, expect.stringMatching(/^no answer: .*SELF_SIGNED/)]
    expect(await call()).toEqual(refused)
    expect(await call(await fileOf(loopbackCertificate))).toEqual(refused)
    expect(await call(await fileOf(localCertificate))).toEqual([204, null])
  })

  it.each([
    ['is not there', null, 'cannot be read'],
    ['is empty', '', 'has no certificates in PEM form'],
    ['has a key alone', localCertificateKey, 'has no certificates in PEM form'],
    ['has a broken certificate', localCertificate.replace(/MII/, 'AAA'), 'has no certificates in PEM form'],
  ])('stops the start with a sentence when the file %s', async (_what, text, problem) => {
    const file = text === null ? join(folder, 'nothing.pem') : await fileOf(text)
    await expect(readSecureContext(file)).rejects.toThrow(`The file of EXTRA_CA_CERTS ${problem}.`)
  })
})
