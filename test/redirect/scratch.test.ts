import { decodeTime } from 'ulid'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { makePartitions } from '../../src/clicks/index.ts'

let test: TestApp
beforeAll(async () => { test = await startApp({ LOG_LEVEL: 'error' }) })
afterAll(() => test.close())
const ua = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36' }
const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }

it('probes', async () => {
  const out: Record<string, unknown> = {}
  const a = await test.seed.account()
  const priv = await test.seed.link(a, { privacyMode: true })
  test.clock.set(new Date(Math.floor(test.clock.now().getTime() / 3600e3) * 3600e3 + 1234567))
  await test.rest.get(`/${priv.shortUrl}`, { headers: ua })
  const [row] = await test.sql<{ id: string; created_at: Date }>('select * from click where url_id = ?', [priv.id])
  out.privTime = new Date(decodeTime(row!.id.slice(4).toUpperCase())).toISOString()
  out.privAt = row!.created_at
  const lim = await test.seed.link(a, { clickLimit: 3, longUrl: 'https://secret.example/path/x' })
  const b = await test.rest.get(`/${lim.shortUrl}`, { headers: bot })
  out.botTitle = b.text.includes('secret.example')
  const h = await test.rest.send('HEAD', `/${lim.shortUrl}`, { headers: ua })
  out.head = [h.status, h.headers.location]
  const p = await test.seed.link(a, { password: 'open sesame' })
  await test.rest.patch(`/v1/urls/${p.id}`, { isActive: false }, { token: a.token })
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...ua }
  out.postInactive = (await test.rest.post(`/${p.shortUrl}`, 'password=x', { headers: form })).status
  out.postUnknown = (await test.rest.post(`/nothere99`, 'password=x', { headers: form })).status
  out.putText = (await test.rest.send('PUT', `/${lim.shortUrl}`, { body: 'x', headers: { 'content-type': 'text/plain' } })).status
  out.options = (await test.rest.send('OPTIONS', `/${lim.shortUrl}`)).status
  out.jsonNul = (await test.rest.get(`/v1/urls/redirect/%00abc`)).text
  out.jsonFF = (await test.rest.get(`/v1/urls/redirect/%FFabc`)).text
  out.webFF = (await test.rest.get(`/%FFabc`)).text.slice(0, 200)
  out.vp = (await test.rest.post(`/v1/urls/redirect/%00abc/verify-password`, { password: 'x' })).text
  const open = await test.seed.link(a)
  const g = await test.rest.get(`/${open.shortUrl}`, { headers: { ...ua, 'sec-gpc': '1', referer: "https://o'x.example/?a" } })
  out.gpc = g.headers['referrer-policy']
  const g2 = await test.rest.get(`/${open.shortUrl}`, { headers: { ...ua, referer: "https://o'x.example/?a" } })
  out.ref = [g2.status, await test.sql('select referrer_host, device from click where url_id = ?', [open.id])]
  // absolute-form
  const p2 = await test.seed.link(a, { password: 'open sesame' })
  await test.app.server.listen({ port: 0 })
  const port = (test.app.server.server.address() as { port: number }).port
  const raw = (text: string) => new Promise<string>((res) => { let s = ''; const c = connect(port, '127.0.0.1', () => c.write(text)); c.setEncoding('latin1'); c.on('data', (d) => { s += d }); c.on('close', () => res(s)) })
  const body = 'password=open+sesame'
  out.abs = (await raw(`POST http://evil.example/${p2.shortUrl} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`)).split('\r\n').filter((l) => /^(HTTP|loc|set-c)/i.test(l))
  const link = await test.seed.link(a)
  out.rawq = (await raw(`GET /${link.shortUrl}?q=\xc3\xa9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).split('\r\n').filter((l) => /^(HTTP|loc|set-c)/i.test(l))
  out.parts = (await Promise.allSettled(Array.from({ length: 5 }, () => makePartitions(test.app.database.orm, new Date('2031-01-05'))))).map((r) => r.status === 'rejected' ? String(r.reason).slice(0, 300) : 'ok')
  await test.sql(`insert into click_other (id, url_id, created_at, trigger, is_bot) values ('x', ?, '2035-03-01', 'link', false)`, [link.id])
  out.def = (await Promise.allSettled([makePartitions(test.app.database.orm, new Date('2035-01-05'))])).map((r) => r.status === 'rejected' ? String(r.reason).slice(0, 300) : 'ok')
  const doomed = await Promise.all(Array.from({ length: 10 }, () => test.seed.link(a)))
  const codes = (await Promise.all(doomed.flatMap((l) => [
    ...Array.from({ length: 6 }, () => test.rest.get(`/${l.shortUrl}`, { headers: bot }).then((r) => r.status)),
    test.rest.delete(`/v1/urls/${l.id}`, { token: a.token }).then((r) => 1000 + r.status),
    ...Array.from({ length: 6 }, () => test.rest.get(`/${l.shortUrl}`, { headers: ua }).then((r) => r.status)),
  ])))
  out.deleteRace = Object.entries(Object.groupBy(codes, String)).map(([k, v]) => `${k}:${v!.length}`)
  out.allow = (await test.rest.send('PUT', '/graphql')).headers.allow
  console.log(JSON.stringify(out, null, 1), test.logs.map((l) => JSON.stringify(l).slice(0, 400)))
})
