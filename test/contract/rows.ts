import { executePrepared } from '../../src/platform/database/prepared-statements.ts'
import type { TestApp } from '../support/app.ts'

/** Random values, and the version of a draft, which names ids: two services that did the same still differ in them. */
const byChance = /^version$|(^|_)(hash|salt|digest|secret|tx|verification_token)$/

const id = /\b([a-z]{3,4})_[0-9a-z]{26}\b/g
const personalSlug = /^personal-[0-9a-z]{16}$/
const clientSecret = /\btk[is]_[\w-]{43}/g
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const key = /\btk_[0-9A-Za-z]{36}\b/g
/** A generated code, alone, in a short link or in a prepared text; words of tests use other characters. */
const code = /(^|tack\.test\/| \/)[2-9a-hjkmnp-z]{7}$/
/** The same in the text of an activity. */
const namedCode = /(?<=^(Link|QR code) \/)[2-9a-hjkmnp-z]{7}(?= )/
const webhookSecret = /\bwhsec_[\w+/=]+(…[\w+/=]+)?/g
const signedId = /\btk[pd]_[0-9a-z]{26}_[\w-]{43}/
const verification = /\btack-verify=[0-9a-f]{40}/g
/** What is free or left on this machine at this moment. */
const amount = /\b\d+ (?=(MiB|connections) are (free|left))/g
/** Of authenticator apps, in an address. */
const appSecret = /(?<=secret=)[A-Z2-7]{32}\b/g
const recoveryCode = /\b[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){3}\b/g
const preview = /\btk_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/g

/** A moment in the history of a database: its next transaction. */
export async function mark({ sql }: TestApp): Promise<number> {
  const [row] = await sql<{ tx: number }>('select pg_current_xact_id()::text::int as tx')
  return row?.tx ?? 0
}

/** The tables of every database, read once. */
let tables: readonly { readonly table_name: string }[] | undefined

/**
 * Every row that was written since a mark, and how many rows there are, of every table that does not change by itself. It
 * is without random values: ids keep only their prefix. Two equal dumps are equal histories. Left out are public
 * statistics and job runs, because reads and time change them, the tokens of mails, because the worker that sends mails
 * stores them, and the identity of the database.
 */
export async function dump({ app }: TestApp, since: number): Promise<Record<string, string[]>> {
  const em = app.database.orm.em.fork()
  tables ??= await em.execute<{ table_name: string }[]>(
    `select table_name from information_schema.tables
      where table_schema = 'public' and table_name not like 'mikro_orm%'
        and table_name !~ '^(click_|link_click_total|webhook_|statistics|job_run|event_expiry|anomaly_|account_token|database_identity)'
      order by table_name`,
  )
  // One statement for all tables, prepared, because planning it takes longer than running it.
  const text = tables
    .map(
      ({ table_name: name }) =>
        `select '${name}' as table, to_jsonb(each)::text as row from "${name}" as each where xmin::text::int >= $1::int
         union all select '${name}', to_jsonb(count(*))::text from "${name}"`,
    )
    .join(' union all ')
  const rows = await executePrepared<{ table: string; row: string }>(em, { name: 'dump', text }, [since])
  const rowsByTable = Map.groupBy(rows, ({ table }) => table)
  return Object.fromEntries(
    tables.map(({ table_name: name }) => [
      name,
      (rowsByTable.get(name) ?? [])
        .map(({ row }) => JSON.stringify(withoutChance(JSON.parse(row))))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ]),
  )
}

/** A value that both services must share; for hashes only whether there is one. */
export function withoutChance(value: unknown): unknown {
  if (typeof value === 'string')
    return value
      .replace(signedId, 'a signed id')
      .replace(id, '$1_')
      .replace(jwt, 'a session')
      .replace(key, 'a key')
      .replace(preview, 'a preview')
      .replace(amount, 'some ')
      .replace(verification, 'a verification')
      .replace(clientSecret, 'a client secret')
      .replace(personalSlug, 'a personal slug')
      .replace(code, '$1a code')
      .replace(namedCode, 'a code')
      .replace(webhookSecret, 'a webhook secret')
      .replace(appSecret, 'a secret')
      .replace(recoveryCode, 'a recovery code')
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withoutChance)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, byChance.test(name) ? each !== null : withoutChance(each)]),
  )
}
