import { newId } from '../../base/ids.ts'
import type { EntityManager } from '../../database/open.ts'
import { run } from '../../database/quiet.ts'
import { noteActivity } from '../../events/activity/note.ts'
import type { Events } from '../../events/events.ts'
import type { AnomalyState } from './anomaly.ts'
import { dayMs, hourMs, readHours } from './hours.ts'
import { type AnomalyKind, type Finding, findingsOf, severityOf, stepOf } from './method/findings.ts'
import { activityOf, happeningOf } from './telling.ts'

/** Some links, and the hour they are judged for. */
interface Judging {
  readonly hour: Date
  readonly urlIds: readonly string[]
  readonly now: Date
}

/** What has been going on for so long is the usual from then on. */
const longestMs = 7 * dayMs

/** Judges an hour of some links in the transaction of `em`: what begins, goes on and ends is kept, told and noted in it. */
export async function judgeLinks(em: EntityManager, events: Events, { hour, urlIds, now }: Judging): Promise<void> {
  // A link deleted in this moment either is gone before or waits.
  const links = await run<JudgedLink>(em, linksSql, [now, JSON.stringify(urlIds)])
  const running = await run<Running>(em, runningSql, [JSON.stringify(urlIds)])
  const hours = await readHours(
    em,
    hour,
    links.filter(({ isServing }) => isServing).map(({ id }) => id),
  )
  const began: Begun[] = []
  const went: { id: string; finding: Finding }[] = []
  const ended: { link: JudgedLink; anomaly: Running }[] = []
  for (const link of links) {
    const known = new Map(running.filter(({ urlId }) => urlId === link.id).map((each) => [each.kind, each]))
    const old = [...known.values()].filter(({ since }) => hour.getTime() - new Date(since).getTime() >= longestMs)
    const linkHour = hours.get(link.id)
    // Nobody is led anywhere by it any more: that few come is no wonder, and nothing goes on.
    const over = linkHour ? old : [...known.values()]
    for (const anomaly of over) ended.push({ link, anomaly })
    if (!linkHour) continue
    for (const finding of findingsOf(linkHour, levelsOf(known, over))) {
      const anomaly = known.get(finding.kind)
      if (anomaly && over.includes(anomaly)) continue
      const step = stepOf(finding.standing, anomaly !== undefined)
      if (step === 'opens') began.push({ id: newId('anm', now), link, finding })
      if (step === 'goes on' && anomaly) went.push({ id: anomaly.id, finding })
      if (step === 'clears' && anomaly) ended.push({ link, anomaly })
    }
  }
  await begin(em, events, began, { hour, now })
  if (went.length > 0) await run(em, goOnSql, [endOf(hour), JSON.stringify(went.map(stillOf))])
  await end(em, ended, now)
}

interface JudgedLink {
  readonly id: string
  readonly ownerId: string
  readonly shortUrl: string
  /** Whether visitors are led on by it. */
  readonly isServing: boolean
}

interface Running extends Pick<Finding, 'observed' | 'expected' | 'level' | 'country'> {
  readonly id: string
  readonly urlId: string
  readonly kind: AnomalyKind
  readonly status: AnomalyState
  readonly since: string | Date
}

interface Begun {
  readonly id: string
  readonly link: JudgedLink
  readonly finding: Finding
}

function levelsOf(known: ReadonlyMap<AnomalyKind, Running>, over: readonly Running[]) {
  const still = [...known.values()].filter((each) => !over.includes(each))
  return Object.fromEntries(still.map(({ kind, level }) => [kind, level]))
}

async function begin(
  em: EntityManager,
  events: Events,
  began: readonly Begun[],
  { hour, now }: Pick<Judging, 'hour' | 'now'>,
): Promise<void> {
  if (began.length === 0) return
  const window = { windowStart: hour, windowEnd: new Date(endOf(hour)) }
  const rows = began.map((each) => ({ ...rowOf(each), owner: each.link.ownerId, url: each.link.id }))
  await run(em, beginSql, [hour, endOf(hour), now, JSON.stringify(rows)])
  const told = began.map(({ id, link, finding }) => ({
    ownerId: link.ownerId,
    anomaly: {
      ...{ id, urlId: link.id, shortUrl: link.shortUrl, severity: severityOf(finding.score), ...window },
      ...{ kind: finding.kind, country: finding.country, observed: finding.observed },
      ...{ expected: rounded(finding.expected), score: rounded(finding.score) },
    },
  }))
  await events.announce(em, ...told.map(({ anomaly, ownerId }) => happeningOf(anomaly, ownerId, now)))
  const by = { actor: 'system', at: now }
  await noteActivity(em, ...told.map(({ anomaly, ownerId }) => activityOf('detected', anomaly, { ...by, ownerId })))
}

/** What its owner has resolved already needs no other word. */
async function end(
  em: EntityManager,
  ended: readonly { readonly link: JudgedLink; readonly anomaly: Running }[],
  now: Date,
): Promise<void> {
  if (ended.length === 0) return
  await run(em, endSql, [now, now, JSON.stringify(ended.map(({ anomaly }) => anomaly.id))])
  const unsettled = ended.filter(({ anomaly }) => anomaly.status !== 'resolved')
  const activities = unsettled.map(({ link: { ownerId, shortUrl }, anomaly }) =>
    activityOf('resolved', { severity: 'info', shortUrl, ...anomaly }, { ownerId, actor: 'system', at: now }),
  )
  await noteActivity(em, ...activities)
}

function endOf(hour: Date): string {
  return new Date(hour.getTime() + hourMs).toISOString()
}

function rowOf({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  const { kind, country, observed, expected, score, level } = finding
  const severity = severityOf(score)
  return { id, kind, severity, country, observed, expected: rounded(expected), score: rounded(score), level }
}

/** What has eased is told of no more: what is told is the worst hour of those that were odd. */
function stillOf({ id, finding }: { readonly id: string; readonly finding: Finding }) {
  return { ...rowOf({ id, finding }), isOdd: finding.standing === 'odd' }
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

const linksSql = `
  select id, owner_id as "ownerId", code as "shortUrl",
         is_active and blocked_at is null and (expires_at is null or expires_at > ?::timestamptz)
           and (click_limit is null or current_clicks < click_limit) as "isServing"
    from link where id in (select value from jsonb_array_elements_text(?::jsonb)) order by id for key share`

const runningSql = `
  select id, url_id as "urlId", kind, status, country, observed, expected, level, window_start as since
    from anomaly
   where url_id in (select value from jsonb_array_elements_text(?::jsonb)) and cleared_at is null for update`

const beginSql = `
  insert into anomaly (id, owner_id, url_id, kind, severity, country, observed, expected, score, level,
                       window_start, window_end, status, detected_at)
  select given.id, owner, url, kind, severity, country, observed, expected, score, level,
         ?::timestamptz, ?::timestamptz, 'open', ?::timestamptz
    from jsonb_to_recordset(?::jsonb) as given (id text, owner text, url text, kind text, severity text, country text,
           observed int, expected float, score float, level float)`

/** What is told of an anomaly is its worst hour. */
const goOnSql = `
  with asked as (select ?::timestamptz as window_end, ?::jsonb as rows),
  given as (
    select window_end, each.* from asked cross join lateral jsonb_to_recordset(rows) as each (id text, severity text,
           country text, observed int, expected float, score float, "isOdd" boolean)),
  worse as (
    select given.* from given join anomaly using (id) where "isOdd" and abs(given.score) > abs(anomaly.score))
  update anomaly
     set window_end = given.window_end, severity = coalesce(worse.severity, anomaly.severity),
         country = coalesce(worse.country, anomaly.country), observed = coalesce(worse.observed, anomaly.observed),
         expected = coalesce(worse.expected, anomaly.expected), score = coalesce(worse.score, anomaly.score)
    from given left join worse using (id) where given.id = anomaly.id`

const endSql = `
  update anomaly
     set cleared_at = ?, resolved_at = case when status = 'resolved' then resolved_at else ?::timestamptz end,
         status = 'resolved'
   where id in (select value from jsonb_array_elements_text(?::jsonb))`
