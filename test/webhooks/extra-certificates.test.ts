import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSecureContext } from '../../src/platform/http-client/extra-certificates.ts'
import { startApp, type TestApp } from '../support/app.ts'
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

/** The last status and error of a test that is sent to the receiver, by a service with this setting. */
async function sendTest(environment: Record<string, string>): Promise<[number | null, string | null]> {
  const test: TestApp = await startApp(environment)
  try {
    const ada = await test.seed.account()
    const { id } = await test.seed.webhook(ada, { url, events: ['link.created'] })
    await test.rest.post(`/v1/webhooks/${id}/test`, undefined, as(ada))
    const delivery = async () => (await test.rest.get(`/v1/webhooks/${id}/deliveries`, as(ada))).json[0]
    await expect.poll(async () => (await delivery())?.attempt).toBe(1)
    await expect.poll(async () => (await delivery())?.state).toMatch(/succeeded|exhausted/)
    const { httpStatus, error } = await delivery()
    return [httpStatus, error]
  } finally {
    await test.close()
  }
}

describe('EXTRA_CA_CERTS', () => {
  it('makes a receiver with a private authority one that is called, among other certificates', async () => {
    const file = await fileOf(`# Ours\n${loopbackCertificate}\n${localCertificate}`)
    expect(await sendTest({ EXTRA_CA_CERTS: file })).toEqual([204, null])
    expect(JSON.parse(bodies.at(-1) ?? '')).toMatchObject({ type: 'webhook.test' })
  })

  it('is needed for it, and trusts no other authority', async () => {
    const environments: Record<string, string>[] = [{}, { EXTRA_CA_CERTS: await fileOf(loopbackCertificate) }]
    for (const environment of environments)
      expect(await sendTest(environment)).toEqual([null, expect.stringMatching(/^no answer: .*SELF_SIGNED/)])
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
