import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { isUnfoldedSql } from '../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { insertClicksSql } from './clicks.ts'
import { benchDatabase } from './database.ts'
import { browser as agent, machine, median } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * The console in Chromium with 10,000 links and 1,000,000 clicks of 90 days, 300,000 of them on one link, on PostgreSQL: how long
 * a cold load takes until the list and the statistics are there, how long an interaction takes until the next picture, and the
 * heap of the page while somebody scrolls through all links and clicks come live.
 * `npm run compile`, then `node --import tsx bench/console.ts [minutes] [links] [clicks]`
 */
const [, , minutes = '5', givenLinks = '10000', givenClicks = '1000000'] = process.argv
const linkCount = Number(givenLinks)
const { url, drop } = await benchDatabase('postgres')
const service = await BenchService.start(3913, { DATABASE_URL: url, SHORT_URL: 'http://127.0.0.1:3913' })
const { base } = service.server
const client = new pg.Client({ connectionString: url })
await client.connect()
await insertLinks()
await insertClicks(Number(givenClicks))
console.log(`${linkCount} links and ${givenClicks} clicks are there and folded`)

const browser = await chromium.launch({
  executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  chromiumSandbox: false,
})
const { cookies } = await logIn()

for (const [name, path, text] of [
  ['list', '/app', `${linkCount.toLocaleString('en')} links`],
  ['statistics of the workspace', '/app/statistics', 'Weekdays and hours'],
  ['statistics of the link', `/app/links/${linkId(1)}`, 'Weekdays and hours'],
] as const) {
  const times: number[] = []
  const paints: number[] = []
  for (let round = 0; round < 5; round++) {
    const { page, close } = await openCold()
    const begin = performance.now()
    await page.goto(base + path, { waitUntil: 'commit' })
    await page.getByText(text).first().waitFor()
    times.push(performance.now() - begin)
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').at(0)?.startTime ?? Number.NaN),
    )
    await close()
  }
  console.log(
    `${name}: first picture ${median(paints).toFixed(0)} ms, data ${median(times).toFixed(0)} ms (cold, of 5)`,
  )
}

await measureInteractions()
await measureMemory(Number(minutes) * 60_000)
console.log(machine())
await browser.close()
await client.end()
await service.server.stop()
await drop()

function linkId(n: number): string {
  return `lnk_${String(n).padStart(26, '0')}`
}

async function insertLinks(): Promise<void> {
  const [workspace] = await service.send<{ id: string }[]>('GET', '/workspaces')
  // The trigger that counts links would update one row ten thousand times.
  await client.query('set session_replication_role = replica')
  await client.query(
    `with made as (
       insert into link (id, workspace_id, code, is_custom, title, original_url, search_text, created_at, updated_at)
       select 'lnk_' || lpad(n::text, 26, '0'), $1, 'bench' || n, true, 'Campaign ' || n % 1000, 'https://example.com/' || n,
              'campaign ' || n % 1000 || ' https://example.com/' || n || ' /bench' || n,
              now() - interval '90 days', now() - n * interval '1 minute'
         from generate_series(1, $2::int) as n
       returning id, code, workspace_id)
     insert into code (key, link_id, workspace_id) select code, id, workspace_id from made`,
    [workspace?.id, linkCount],
  )
  await client.query('update workspace set link_count = $2 where id = $1', [workspace?.id, linkCount])
  await client.query('set session_replication_role = origin')
}

/** Three of ten on the first link. Waits until the service has folded them. */
async function insertClicks(count: number): Promise<void> {
  const link = `'lnk_' || lpad((case when n % 10 < 3 then 1 else 1 + floor(random() * ${linkCount}) end)::text, 26, '0')`
  for (let done = 0; done < count; done += 20_000)
    await client.query(insertClicksSql(link, Math.min(20_000, count - done)))
  for (;;) {
    const left = await client.query(`select 1 from click where ${isUnfoldedSql} limit 1`)
    if (left.rows.length === 0) break
    await sleep(500)
  }
  await client.query('vacuum analyze')
}

/** The cookies of the account after it has logged in at its page. */
async function logIn() {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${base}/account/login`)
  await page.fill('#email', service.email)
  await page.fill('#password', service.password)
  await page.press('#password', 'Enter')
  await page.waitForURL(`${base}/app*`)
  const state = await context.storageState()
  await context.close()
  return state
}

/** A browser that has kept nothing but who is logged in. */
async function openCold() {
  const context = await browser.newContext({
    storageState: { cookies, origins: [] },
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  return { page, close: () => context.close() }
}

/** From the input of a person to the next picture, by the browser's own clock (Interaction to Next Paint). */
async function measureInteractions(): Promise<void> {
  const { page, close } = await openCold()
  await page.addInitScript(() => {
    const seen: [number, string][] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        // Passing over something with the pointer is no interaction.
        if (!entry.interactionId) continue
        const { nodeName, textContent } = entry.target ?? { nodeName: 'nothing', textContent: '' }
        seen.push([entry.duration, `${entry.name} on ${nodeName.toLowerCase()} "${textContent?.slice(0, 30)}"`])
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(`${base}/app`)
  await page.getByRole('checkbox').first().waitFor()
  for (let n = 0; n < 5; n++) await page.getByRole('checkbox').nth(n).click()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await page
    .getByRole('combobox', { name: /^Search/ })
    .first()
    .click()
  await page.keyboard.type('campaign 77', { delay: 40 })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Statistics', exact: true }).click()
  await page.getByText('Weekdays and hours').waitFor()
  await page.getByRole('button', { name: /^Germany/ }).click()
  await sleep(1500)
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, string][] }).seen)
  const longest = seen.toSorted(([a], [b]) => b - a).slice(0, 3)
  console.log(
    `interactions above 16 ms: ${seen.length}, median ${median(seen.map(([ms]) => ms)).toFixed(0)} ms, longest:`,
    longest.map(([ms, name]) => `${ms.toFixed(0)} ms ${name}`).join('; '),
  )
  await close()
}

/** The heap of the page after garbage collection, each half minute, while the list is scrolled and links are clicked. */
async function measureMemory(durationMs: number): Promise<void> {
  const { page, close } = await openCold()
  const devtools = await page.context().newCDPSession(page)
  await page.goto(`${base}/app`)
  await page.getByRole('checkbox').first().waitFor()
  const end = performance.now() + durationMs
  let isOver = false
  const clicks = (async () => {
    while (!isOver) {
      const code = `bench${1 + Math.floor(Math.random() * 200)}`
      await fetch(`${base}/${code}`, { redirect: 'manual', headers: { 'user-agent': agent } })
      await sleep(100)
    }
  })()
  const heaps: string[] = []
  let next = performance.now()
  while (performance.now() < end) {
    await scroll(page)
    if (performance.now() < next) continue
    next += 30_000
    heaps.push(
      `${(await readHeap(devtools)).toFixed(1)} MB (${await page.evaluate(() => document.querySelectorAll('*').length)})`,
    )
  }
  isOver = true
  await clicks
  console.log(`heap of the page each half minute (elements): ${heaps.join(', ')}`)
  await close()
}

/** Down through ten screens, and to the top again at the end of the list. */
async function scroll(page: Page): Promise<void> {
  for (let n = 0; n < 10; n++) {
    await page.mouse.wheel(0, 2000)
    await sleep(100)
  }
  await page.evaluate(() => {
    if (scrollY + innerHeight > document.documentElement.scrollHeight - 100) scrollTo(0, 0)
  })
}

async function readHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 1024 / 1024
}
