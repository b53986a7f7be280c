import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import { remembered } from '../../base/remembered.ts'

/** What a user agent tells about a visitor; `Other` where it does not tell. */
export interface Agent {
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

const longestRead = 512
const mostRemembered = 1_000
const longestName = 64

/** Every pattern of isbot that one of these matches knows a library, or a bare product, and not a crawler. */
const scripts = [
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

const dropped = new Set(scripts.flatMap((script) => isbotPatterns(script)))
const saysBot = createIsbotFromList([...list.filter((pattern) => !dropped.has(pattern)), ...bareBots])

/** Every browser begins like this; of anything else Bowser would guess, and call wget a desktop. */
const browserLike = /^(?:Mozilla|Opera)\//

const browsers = new Map(Object.values(BROWSER_MAP).map((name) => [name, name]))
browsers.set('Microsoft Edge', 'Edge').set('Samsung Internet for Android', 'Samsung Internet').delete('Generic')
const systems = new Set(Object.values(OS_MAP))
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
export function readAgent(userAgent: string | undefined): Agent {
  return agentOf(userAgent?.slice(0, longestRead) ?? '')
}

const agentOf = remembered(mostRemembered, read)

function read(text: string): Agent {
  const plain = text.replace(toolWords, (word) => 'x'.repeat(word.length))
  const isBot = saysBot(plain)
  return Object.freeze({ ...equipment(text), isBot, botName: isBot ? botName(text) : null })
}

/** A crawler that Bowser knows has no browser: its name belongs in `botName`, and no chart of browsers wants it. */
function equipment(text: string): Pick<Agent, 'device' | 'browser' | 'os'> {
  if (!browserLike.test(text)) return { device: 'Other', browser: 'Other', os: 'Other' }
  const { browser, os, platform } = parse(text)
  return {
    // Bowser knows no platform of Chrome OS and the BSDs; a window system is a desktop.
    device: devices.get(platform.type ?? (text.includes('X11') ? 'desktop' : '')) ?? 'Other',
    browser: (platform.type !== 'bot' && browsers.get(browser.name ?? '')) || 'Other',
    os: os.name && systems.has(os.name) ? os.name : 'Other',
  }
}

/**
 * The name is the first word of a plain agent (`WhatsApp/2`), and in one that poses as a browser the first word that
 * says bot, or else the product after `compatible;`. Addresses are left out: they are nobody's name.
 */
function botName(text: string): string | null {
  const words: string[] = text.replace(/https?:\S*|\S*@\S*/gi, ' ').match(/[a-z][\w-]*(?:\.[\w-]+)*/gi) ?? []
  const declared = words.indexOf('compatible') + 1 || words.length
  // Some patterns of isbot want the slash that follows a product, such as `cypress/`.
  const name = browserLike.test(text) ? (words.find((word) => saysBot(`${word}/`)) ?? words[declared]) : words[0]
  return name?.slice(0, longestName) ?? null
}
