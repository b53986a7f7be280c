import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/port.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-demo-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts `npm run demo`, and waits for the address that it prints. */
async function startDemo() {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['dist/demo.js'], {
    env: { ...process.env, PORT: port, DEMO_FOLDER: folder, DATABASE_URL: 'memory://' },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const address = () => /http:\/\/localhost:\d+\/[\w-]{32}(?=\n)/.exec(output)?.[0]
  await expect.poll(address, { timeout: 150_000 }).toBeDefined()
  const base = `http://localhost:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { base, output: () => output, address: address() ?? '', stop }
}

const open = (url: string, cookie = '') => fetch(url, { redirect: 'manual', headers: { cookie } })

async function queryWithCookie(base: string, cookie: string, query: string) {
  const headers = { cookie, 'tack-console': '1' }
  const session = await fetch(`${base}/app/session`, { method: 'POST', headers })
  expect(session.status).toBe(200)
  const { token } = (await session.json()) as { token: string }
  const answer = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return ((await answer.json()) as { data: unknown }).data
}

it('npm run demo prints an address that is logged in once, with links and clicks, and is the same at its next start', async () => {
  const first = await startDemo()
  expect(first.output()).toContain('Creating 40 links')
  expect((await open(`${new URL(first.address).origin}/another`)).status).toBe(404)
  const opened = await open(first.address)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `${first.base}/app`])
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  await expect(open(first.address)).rejects.toThrow()
  const page = await open(`${first.base}/app`, cookie)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('<div id="root">')
  const query = '{ urls(first: 1) { totalCount } tags { totalCount } folders { totalCount } dynamicQrs { totalCount } }'
  const counts = {
    urls: { totalCount: 40 },
    tags: { totalCount: 7 },
    folders: { totalCount: 8 },
    dynamicQrs: { totalCount: 3 },
  }
  expect(await queryWithCookie(first.base, cookie, query)).toEqual(counts)
  await first.stop()
  const second = await startDemo()
  expect(second.output()).not.toContain('Creating')
  expect(second.address).not.toBe(first.address)
  const again = (await open(second.address)).headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(await queryWithCookie(second.base, again, query)).toEqual(counts)
  await second.stop()
}, 240_000)
