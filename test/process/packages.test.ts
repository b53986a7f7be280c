import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '../oauth/browser.ts'
import { freePort } from '../support/port.ts'
import { type ServiceProcess, sendTo, startProcess } from '../support/process.ts'
import { trials } from '../support/size.ts'
import {
  areForeignClientsInstalled,
  callYourls,
  foreignClientsTitle,
  inspect,
  type YourlsMethod,
} from './foreign-clients.ts'

/** Of the file that `tack shorten -` reads. */
const lineCount = trials(1_000, 10_000)

/** The packages as people get them: packed, and installed in an empty folder beside a running service. */
describe('the packages @tack/client and @tack/cli', () => {
  let folder: string
  let environment: Record<string, string>
  let service: ServiceProcess
  let key: string

  const start = () => startProcess(environment)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tack-packages-'))
    const run = promisify(execFile)
    await run('npm', ['pack', '-w', 'packages/client', '-w', 'packages/cli', '--pack-destination', folder])
    await writeFile(`${folder}/package.json`, '{ "type": "module" }')
    const tarballs = ['./tack-client-0.2.0-dev.tgz', './tack-cli-0.2.0-dev.tgz']
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder })
    environment = {
      PORT: String(await freePort()),
      DATABASE_URL: `file:${folder}/data`,
      LOG_LEVEL: 'error',
      PLAN_LIMITS: 'free.links=20000',
      // A hundred lines are ten calls: with the usual limits 10,000 take nine minutes.
      RATE_LIMIT_PER_MINUTE: '10000',
      RATE_LIMIT_PER_HOUR: '10000',
      YOURLS_API: 'on',
    }
    service = await start()
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    const { token } = await sendTo<{ token: string }>(service, 'POST', '/v1/auth/register', '', account)
    key = (await sendTo<{ key: string }>(service, 'POST', '/v1/keys', token, { name: 'Terminal' })).key
  }, 240_000)
  afterAll(async () => {
    service.child.kill('SIGKILL')
    await service.ended
    await rm(folder, { recursive: true })
  })

  interface Run {
    readonly code: number | null
    readonly out: string
    readonly err: string
  }

  /** Runs the command as from a script: no terminal, and the profile in a folder of its own. */
  function tack(parameters: readonly string[], input = '', variables: Record<string, string> = {}) {
    const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...variables }
    const child = spawn(process.execPath, [`${folder}/node_modules/.bin/tack`, ...parameters], { env })
    const written = { out: '', err: '' }
    child.stdout.on('data', (piece) => (written.out += piece))
    child.stderr.on('data', (piece) => (written.err += piece))
    child.stdin.end(input)
    const ended = new Promise<Run>((done) => child.once('close', (code) => done({ code, ...written })))
    return { written, ended }
  }

  it('logs in with a key from standard input, which only the person can read again', async () => {
    expect(await tack(['list']).ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('tack login') })
    const wrong = await tack(['login', '--url', service.base], 'tk_wrong').ended
    expect(wrong).toMatchObject({ code: 3, out: '' })
    expect(await tack(['login', '--url', service.base], `${key}\n`).ended).toMatchObject({ code: 0, err: '' })
    expect((await stat(`${folder}/tack/config.json`)).mode & 0o777).toBe(0o600)
    expect(await readFile(`${folder}/tack/config.json`, 'utf8')).toContain(key)
  })

  it('logs in by a browser on another device, renews the login, and ends it', async () => {
    const variables = { XDG_CONFIG_HOME: `${folder}/device` }
    const { ended, written } = tack(['login', '--device', '--url', service.base], '', variables)
    await expect.poll(() => written.out, { timeout: 20_000 }).toContain('user_code=')
    const [, address = '', code = ''] = /Open (\S+) and type the code ([A-Z-]{9})\./.exec(written.out) ?? []
    const browser = new Browser(new URL(address).origin)
    const password = 'correct horse battery'
    const page = await browser.submit(await browser.open(address), { act: 'login', email: 'ada@example.com', password })
    const consent = await browser.submit(page, { act: 'code', user_code: code })
    expect((await browser.submit(consent, { act: 'allow' })).text).toContain('The program has access')
    expect(await ended).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Logged in at') })
    const file = `${folder}/device/tack/config.json`
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const stored = JSON.parse(await readFile(file, 'utf8'))
    stored.profiles.default.expiresAt = 0
    await writeFile(file, JSON.stringify(stored))
    const runs = await Promise.all([1, 2].map(() => tack(['list'], '', variables).ended))
    expect(runs).toMatchObject([{ code: 0 }, { code: 0 }])
    const renewed = JSON.parse(await readFile(file, 'utf8')).profiles.default
    expect(renewed.token).not.toBe(stored.profiles.default.token)
    expect(await tack(['logout'], '', variables).ended).toMatchObject({ code: 0, err: '' })
    expect(
      await tack(['list'], '', { ...variables, TACK_URL: service.base, TACK_TOKEN: renewed.token }).ended,
    ).toMatchObject({ code: 3 })
  })

  it('creates, shows, counts, changes and deletes a link', async () => {
    const created = await tack(['shorten', 'https://example.com/poster', '--code', 'poster', '--title', 'Poster']).ended
    expect(created).toEqual({ code: 0, out: `${service.base}/poster\n`, err: '' })
    await fetch(`${service.base}/poster`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/133.0' },
    })
    await expect.poll(async () => (await tack(['stats', 'poster']).ended).out).toContain('1 clicks by 1 visitors')
    const edited = await tack(['edit', `${service.base}/poster`, '--to', 'https://example.com/other', '--json']).ended
    expect(JSON.parse(edited.out)).toMatchObject({ originalUrl: 'https://example.com/other', title: 'Poster' })
    expect((await tack(['list', '--search', 'post']).ended).out).toBe(
      `${service.base}/poster\t1\thttps://example.com/other\tPoster\n`,
    )
    expect((await tack(['qr', 'poster', '-o', `${folder}/poster.svg`]).ended).code).toBe(0)
    expect(await readFile(`${folder}/poster.svg`, 'utf8')).toMatch(/^<svg /)
    expect((await tack(['export', '--format', 'json']).ended).out).toContain('https://example.com/other')
    expect(await tack(['rm', 'poster']).ended).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
    expect(await tack(['rm', 'poster', '--yes']).ended).toMatchObject({ code: 0 })
    expect(await tack(['show', 'poster']).ended).toMatchObject({ code: 4, out: '' })
  })

  it('imports a file and tells its errors, and calls any operation', async () => {
    await writeFile(`${folder}/links.csv`, 'longUrl,title\nhttps://example.com/imported,Imported\nno address,\n')
    const imported = await tack(['import', `${folder}/links.csv`]).ended
    expect(imported).toMatchObject({ code: 1, out: '1 created, 0 renamed, 0 skipped, 1 failed\n' })
    expect(imported.err).toMatch(/^row 2: longUrl/)
    const tag = await tack(['api', 'createTag', 'name=Winter']).ended
    expect(JSON.parse(tag.out)).toMatchObject({ name: 'Winter' })
    expect(await tack(['api', 'noSuchOperation']).ended).toMatchObject({ code: 2 })
  })

  it('ends with a code that a script can read, and takes no secret from its arguments', async () => {
    expect(await tack(['frobnicate']).ended).toMatchObject({ code: 2 })
    expect(await tack(['shorten', 'https://example.com', '--password', 'secret']).ended).toMatchObject({ code: 2 })
    expect(await tack(['shorten', 'javascript:alert(1)']).ended).toMatchObject({ code: 1 })
    expect(await tack(['list'], '', { TACK_TOKEN: 'tk_wrong' }).ended).toMatchObject({ code: 3 })
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await tack(['completion', shell]).ended).out).toContain('shorten')
  })

  describe.runIf(areForeignClientsInstalled)(`beside them, clients of others ${foreignClientsTitle}`, () => {
    it('the MCP inspector lists the tools, finds their schemas portable, and calls one', async () => {
      const call = (...parameters: string[]) => inspect(`${service.base}/mcp`, key, folder, parameters)
      const listed = await call('--method', 'tools/list', '--strict')
      expect(listed).toMatchObject({ code: 0 })
      expect(JSON.parse(listed.out).tools).toHaveLength(12)
      const create = 'create=[{"destination":"https://example.com/inspected"}]'
      const saved = await call('--method', 'tools/call', '--tool-name', 'tack_save_link', '--tool-arg', create)
      expect(saved).toMatchObject({ code: 0, out: expect.stringContaining(`${service.base}/`) })
      const refused = await call('--method', 'tools/call', '--tool-name', 'tack_get_link', '--tool-arg', 'id=lnk_none')
      expect(refused.out).toContain('"isError": true')
    })

    it("npm's yourls shortens, expands and counts", async () => {
      const call = (method: YourlsMethod, ...values: string[]) => callYourls(service.base, key, method, ...values)
      const url = 'https://example.com/by-yourls'
      const shorturl = `${service.base}/by-yourls`
      expect(await call('vanity', url, 'by-yourls')).toMatchObject({ status: 'success', shorturl })
      expect(await call('shorten', url)).toMatchObject({ status: 'success', url: { url } })
      expect(await call('expand', shorturl)).toMatchObject({ keyword: 'by-yourls', longurl: url })
      expect(await call('urlstats', shorturl)).toMatchObject({ link: { clicks: '0', url } })
      expect(await call('dbstats')).toMatchObject({ 'db-stats': { total_links: expect.stringMatching(/^\d+$/) } })
    })
  })

  it(`shortens ${lineCount} lines in order and once, while the service is killed and starts again`, async () => {
    const urls = Array.from({ length: lineCount }, (_, index) => `https://example.com/line/${index}`)
    const { ended, written } = tack(['shorten', '-'], `${urls.join('\n')}\nno address\n`)
    await expect
      .poll(() => written.out.split('\n').length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(lineCount / 5)
    service.child.kill('SIGKILL')
    await service.ended
    service = await start()
    const { code, out, err } = await ended
    expect(err).toMatch(new RegExp(`^no address: .*\\n1 of ${lineCount + 1} failed\\.\\n$`))
    expect(code).toBe(1)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(urls)
    const page = await sendTo<object>(service, 'GET', '/v1/urls?search=example.com/line/&count=true', key)
    expect(page.total).toBe(lineCount)
  })

  it('has types for programs of Node and for bundlers, and errors that tell what to do', async () => {
    await writeFile(`${folder}/program.ts`, program)
    for (const [module, moduleResolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const options = {
        module,
        moduleResolution,
        target: 'es2022',
        strict: true,
        lib: ['es2022', 'dom', 'dom.iterable'],
      }
      const config = { compilerOptions: { ...options, types: [], outDir: 'out' }, files: ['program.ts'] }
      await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config))
      const tsc = resolve('node_modules/.bin/tsc')
      await promisify(execFile)(tsc, ['-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''))
    }
    const env = { PATH: process.env.PATH, TACK_URL: service.base, TACK_KEY: key }
    const { stdout } = await promisify(execFile)(process.execPath, [`${folder}/out/program.js`], { env })
    expect(JSON.parse(stdout)).toEqual({
      isTyped: true,
      listed: lineCount,
      error: { status: 400, code: 'INVALID_PARAMS', field: 'clickLimit', hasRequestId: true },
    })
  })
})

/** A program of a stranger. The lines marked as errors must be refused by the compiler. */
const program = `
import { createTack, TackError, type Schemas } from '@tack/client'

declare const process: { readonly env: Record<string, string> }
const tack = createTack({ url: process.env.TACK_URL ?? '', token: () => process.env.TACK_KEY ?? '' })
const link: Schemas['UrlItem'] = await tack.post('/urls', { body: { longUrl: 'https://example.com/typed' } })
// @ts-expect-error A body is needed.
const refused = () => tack.post('/urls')
// @ts-expect-error There is no such path.
const unknown = () => tack.get('/nothing')
let listed = 0
for await (const { originalUrl } of tack.each('/urls', { params: { query: { search: 'example.com/line', limit: 100 } } }))
  if (originalUrl.startsWith('https://example.com/line/')) listed++
try {
  await tack.patch('/urls/{id}', { params: { path: { id: link.id } }, body: { clickLimit: 0 } })
} catch (error) {
  if (!(error instanceof TackError)) throw error
  const { status, code, details, requestId } = error
  const isTyped = typeof refused === 'function' && typeof unknown === 'function'
  console.log(JSON.stringify({ isTyped, listed, error: { status, code, field: details[0]?.field, hasRequestId: !!requestId } }))
}
`
