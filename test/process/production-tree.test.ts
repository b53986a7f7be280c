import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProcess } from '../support/process.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-production-'))
  await run(process.execPath, ['scripts/production-tree.ts', folder])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('runs the service and the admin command without the other packages, in less than 100 MB', async () => {
  const service = await startProcess({ LOG_LEVEL: 'error' }, folder)
  const request = (path: string, headers: Record<string, string>, body?: unknown) =>
    fetch(`${service.base}${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const json = { 'content-type': 'application/json' }
  // argon2 hashes the passwords, sharp draws the PNG, and both developer pages read their assets.
  const { token } = (await (await request('/v1/auth/register', json, account)).json()) as { token: string }
  const owner = { ...json, authorization: `Bearer ${token}` }
  const created = await request('/v1/urls', owner, { longUrl: 'https://example.com/launch', password: 'sesame' })
  const { id, shortUrl } = (await created.json()) as { id: string; shortUrl: string }
  const unlocked = await request(`/v1/urls/redirect/${shortUrl}/verify-password`, json, { password: 'sesame' })
  expect(await unlocked.json()).toMatchObject({ originalUrl: 'https://example.com/launch' })
  const image = await request(`/v1/urls/${id}/qr?format=png`, owner)
  expect(
    Buffer.from(await image.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  const answer = await request('/v1/analytics-ai/query', owner, { question: 'Which country clicked most this week?' })
  expect(answer.status).toBe(200)
  expect((await request('/docs', {})).status).toBe(200)
  // The texts of a language are a file that is read when they are first needed.
  expect(await (await request('/nothing-here', { 'accept-language': 'fr' })).text()).toContain(
    'Il n’y a pas de lien ici',
  )
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)

  const { stdout } = await run(process.execPath, ['build.ts', 'admin', 'list'], { cwd: folder })
  expect(stdout).toContain('admin')
  await rm(join(folder, 'data'), { recursive: true })
  expect(await sizeOf(folder)).toBeLessThan(100e6)
})

it('has a file that names the programs and data of others, with the notice and the licence of libvips', async () => {
  const text = await readFile(join(folder, 'dist/THIRD-PARTY.txt'), 'utf8')
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    dependencies: Record<string, string>
  }
  const named = Object.entries(dependencies).filter(([name, version]) => text.includes(`${name} ${version} (`))
  expect(Object.fromEntries(named)).toEqual(dependencies)
  expect(text).toMatch(/^@img\/sharp-libvips-[\w-]+ [\d.]+ \(LGPL-3.0-or-later\)$/m)
  expect(text).toContain('You may replace it by another\nbuild of it. Its sources')
  expect(text).toMatch(/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/)
  expect(text).toContain('IP Geolocation by DB-IP (https://db-ip.com), CC BY 4.0')
})

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true })
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
