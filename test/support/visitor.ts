import type { TestApp } from './app.ts'
import type { RestOptions } from './rest.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobileWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

/** Real user agents of browsers and bots. */
export const agents = {
  chrome: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  iphone: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${mobileWebkit} Version/18.1 Mobile/15E148 Safari/604.1`,
  android: `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`,
  curl: 'curl/8.9.1',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  slackbot: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
} as const

export type AgentName = keyof typeof agents

/** The headers of a visitor, plus others. */
export function as(agent: AgentName, headers: Record<string, string> = {}): { headers: Record<string, string> } {
  return { headers: { 'user-agent': agents[agent], ...headers } }
}

/** As many visitors, each with its own address. */
export function crowd(size: number): Required<Pick<RestOptions, 'headers' | 'from'>>[] {
  return Array.from({ length: size }, (_, n) => ({ ...as('chrome'), from: `198.51.${100 + (n >> 8)}.${n & 255}` }))
}

export interface ClickRow {
  readonly id: string
  readonly created_at: string
  readonly trigger: string
  readonly country: string | null
  readonly city: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer_host: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_term: string | null
  readonly utm_content: string | null
  readonly is_bot: boolean
  readonly bot_name: string | null
  readonly visitor_hash: Uint8Array | null
  readonly rule_id: string | null
}

/** The stored clicks of a link, oldest first. */
export function recorded(test: TestApp, { id }: { id: string }): Promise<ClickRow[]> {
  return test.sql<ClickRow>('select * from click where url_id = ? order by created_at, id', [id])
}

/** The click counter of a link, and its rows of people and bots. */
export async function counted(test: TestApp, { id }: { id: string }) {
  const [row] = await test.sql<{ counter: number; people: number; robots: number }>(
    `select (select current_clicks from link where id = ?) as counter,
            count(*) filter (where not is_bot)::int as people, count(*) filter (where is_bot)::int as robots
       from click where url_id = ?`,
    [id, id],
  )
  return row
}
