import type { TestApp } from './app.ts'
import type { RestOptions } from './rest.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobileWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

/** User agents as browsers and robots really send them, with what the service should make of each. */
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

/** The headers of one visitor, more of which may be given. */
export function as(agent: AgentName, headers: Record<string, string> = {}): { headers: Record<string, string> } {
  return { headers: { 'user-agent': agents[agent], ...headers } }
}

/** So many people, each at an address of their own. */
export function crowd(size: number): Required<Pick<RestOptions, 'headers' | 'from'>>[] {
  return Array.from({ length: size }, (_, n) => ({ ...as('chrome'), from: `198.51.${100 + (n >> 8)}.${n & 255}` }))
}

export interface ClickRow {
  readonly id: string
  readonly created_at: string
  readonly trigger: string
  readonly country: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer_host: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly is_bot: boolean
  readonly bot_name: string | null
  readonly visitor_hash: Uint8Array | null
}

/** What was recorded of the visits of a link, oldest first. */
export function recorded(test: TestApp, { id }: { id: string }): Promise<ClickRow[]> {
  return test.sql<ClickRow>('select * from click where url_id = ? order by created_at, id', [id])
}

/** The counter of a link, and the rows of people and of robots beside it. */
export async function counted(test: TestApp, { id }: { id: string }) {
  const [row] = await test.sql<{ counter: number; people: number; robots: number }>(
    `select (select current_clicks from link where id = ?) as counter,
            count(*) filter (where not is_bot)::int as people, count(*) filter (where is_bot)::int as robots
       from click where url_id = ?`,
    [id, id],
  )
  return row
}
