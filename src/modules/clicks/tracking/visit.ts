import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import type { RequestDetails } from '../../../platform/graphql/request-context.ts'
import { memoize } from '../../../platform/shared/memoize.ts'

/** What one request tells about its visitor before anything is decided. */
export interface Visit {
  readonly address: string
  readonly userAgent: string
  readonly agent: ParsedUserAgent
  /** Crawlers, previews, monitors, and browsers that only fetch ahead: never counted. */
  readonly isBot: boolean
  readonly botName: string | null
  /** Global Privacy Control: the visitor asks not to be tracked, which is obeyed as privacy mode is. */
  readonly wantsPrivacy: boolean
  readonly referrerHost: string | null
}

export function readVisit(request: Pick<RequestDetails, 'address' | 'header'>): Visit {
  const userAgent = request.header('user-agent') ?? ''
  const agent = parseUserAgent(userAgent)
  const isPrefetch = /\bprefetch\b/.test(request.header('sec-purpose') ?? request.header('purpose') ?? '')
  return {
    address: request.address,
    userAgent,
    agent,
    isBot: agent.isBot || isPrefetch,
    botName: agent.botName ?? (isPrefetch ? 'prefetch' : null),
    wantsPrivacy: request.header('sec-gpc') === '1',
    referrerHost: readReferrerHost(request.header('referer')),
  }
}

/** The host only: the rest of a referrer can name a person or carry a secret. */
function readReferrerHost(referrer: string | undefined): string | null {
  const url = referrer ? URL.parse(referrer) : null
  return url && /^https?:$/.test(url.protocol) ? url.hostname.slice(0, 253) : null
}

/** What a user agent tells about a visitor; `Other` where it does not tell. */
export interface ParsedUserAgent {
  /** `Desktop`, `Mobile`, `Tablet`, `TV` or `Other`. */
  readonly device: string
  /** For example `Chrome`, `Safari`, `Firefox` or `Edge`. */
  readonly browser: string
  /** For example `Windows`, `macOS`, `iOS`, `Android`, `Linux` or `Chrome OS`. */
  readonly os: string
  readonly isBot: boolean
  /** The word by which a bot names itself, for example `Googlebot`. */
  readonly botName: string | null
}

const maxUserAgentLength = 512
const cacheSize = 1_000
const maxBotNameLength = 64

/** Every pattern of isbot that one of these matches knows a library, or a bare product, and not a crawler. */
const scriptUserAgents = [
  'Script',
  'Script/1',
  'Script/1.0 (linux)',
  'Java',
  'Node',
  'Perl',
  'PHP',
  'Postman',
  'Python',
  'REST',
  'Wget',
]

/** Monitors and preview fetchers that isbot knows only as bare products, so that they would go with the libraries. */
const bareBots = [
  '^(?:check_|collectd|gatus|hexometer|kube-probe|microsoft[ -]|monit/|munin|prometheus|tumblr|updown|xymon|zabbix)',
  'health-?check|monitoring|nagios|nodeping|statping|uptime',
]

/**
 * The words `http`, `url` and `agent` mark a crawler, but also stand in the names and home pages of tools that people
 * use. They are blanked there, because the patterns for them cannot be dropped: crawlers give a contact address.
 */
const toolWords =
  /https:\/\/(?:github\.com\/[\w-]+\/(?:got|node-fetch|resty|typhoeus)\b|k6\.io|www\.thunderclient\.com)|(?:curl-|super)agent|[ch]url|urllib|http(?!s?:)/gi

const excludedPatterns = new Set(scriptUserAgents.flatMap((script) => isbotPatterns(script)))
const matchesBot = createIsbotFromList([...list.filter((pattern) => !excludedPatterns.has(pattern)), ...bareBots])

/** Every browser begins like this; of anything else Bowser would guess, and call wget a desktop. */
const browserPattern = /^(?:Mozilla|Opera)\//

const browsers = new Map(Object.values(BROWSER_MAP).map((name) => [name, name]))
browsers.set('Microsoft Edge', 'Edge').set('Samsung Internet for Android', 'Samsung Internet').delete('Generic')
const operatingSystems = new Set(Object.values(OS_MAP))
const devices = new Map([
  ['desktop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
  ['tv', 'TV'],
])

/**
 * Reads a `User-Agent` header (decisions, part 2: what a bot is). A missing or empty one is a person of whom nothing
 * is known. Only names from fixed lists come out, except `botName`, which is a word of the header.
 */
export function parseUserAgent(userAgent: string | undefined): ParsedUserAgent {
  return parseCached(userAgent?.slice(0, maxUserAgentLength) ?? '')
}

const parseCached = memoize(cacheSize, parseText)

function parseText(text: string): ParsedUserAgent {
  const masked = text.replace(toolWords, (word) => 'x'.repeat(word.length))
  const isBot = matchesBot(masked)
  return Object.freeze({ ...parseDevice(text), isBot, botName: isBot ? findBotName(text) : null })
}

/** A crawler that Bowser knows has no browser: its name belongs in `botName`, and no chart of browsers wants it. */
function parseDevice(text: string): Pick<ParsedUserAgent, 'device' | 'browser' | 'os'> {
  if (!browserPattern.test(text)) return { device: 'Other', browser: 'Other', os: 'Other' }
  const { browser, os, platform } = parse(text)
  return {
    // Bowser knows no platform of Chrome OS and the BSDs; a window system is a desktop.
    device: devices.get(platform.type ?? (text.includes('X11') ? 'desktop' : '')) ?? 'Other',
    browser: (platform.type !== 'bot' && browsers.get(browser.name ?? '')) || 'Other',
    os: os.name && operatingSystems.has(os.name) ? os.name : 'Other',
  }
}

/**
 * The name is the first word of a plain agent (`WhatsApp/2`), and in one that poses as a browser the first word that
 * says bot, or else the product after `compatible;`. Addresses are left out: they are nobody's name.
 */
function findBotName(text: string): string | null {
  const words: string[] = text.replace(/https?:\S*|\S*@\S*/gi, ' ').match(/[a-z][\w-]*(?:\.[\w-]+)*/gi) ?? []
  const declared = words.indexOf('compatible') + 1 || words.length
  // Some patterns of isbot want the slash that follows a product, such as `cypress/`.
  const name = browserPattern.test(text) ? (words.find((word) => matchesBot(`${word}/`)) ?? words[declared]) : words[0]
  return name?.slice(0, maxBotNameLength) ?? null
}
