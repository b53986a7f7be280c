import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import { memoize } from '../shared/memoize.ts'

/** What a user agent says about a visitor; `Other` for what it does not say. */
export interface ParsedUserAgent {
  readonly device: 'Desktop' | 'Mobile' | 'Tablet' | 'TV' | 'Other'
  /** For example `Chrome`, `Safari`, `Firefox` or `Edge`. */
  readonly browser: string
  /** For example `Windows`, `macOS`, `iOS`, `Android`, `Linux` or `Chrome OS`. */
  readonly os: string
  readonly isBot: boolean
  /** The name a bot gives itself, for example `Googlebot`. */
  readonly botName: string | null
}

const maxUserAgentLength = 512
const cacheSize = 1_000
const maxBotNameLength = 64

/** The patterns of isbot that match one of these stand for HTTP libraries or plain product names, not for crawlers. */
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

/** Monitors and preview fetchers that isbot matches only by plain product names, whose patterns are excluded here. */
const bareBots = [
  '^(?:check_|collectd|gatus|hexometer|kube-probe|microsoft[ -]|monit/|munin|prometheus|tumblr|updown|viber/|xing-|xymon|zabbix)',
  'health-?check|monitoring|nagios|nodeping|statping|uptime',
]

/**
 * isbot matches the words `http`, `url` and `agent`, which are also in the names and home pages of tools that people
 * use. They are masked there. Their patterns are needed, because crawlers send the address of their operator.
 */
const toolWords =
  /https:\/\/(?:github\.com\/[\w-]+\/(?:got|node-fetch|resty|typhoeus)\b|k6\.io|www\.thunderclient\.com)|(?:curl-|super)agent|[ch]url|urllib|http(?!s?:)/gi

const excludedPatterns = new Set(scriptUserAgents.flatMap((script) => isbotPatterns(script)))
const matchesBot = createIsbotFromList([...list.filter((pattern) => !excludedPatterns.has(pattern)), ...bareBots])

/** Every browser begins like this. For others Bowser guesses, and reports wget as a desktop. */
const browserPattern = /^(?:Mozilla|Opera)\//

const browsers = new Map(Object.values(BROWSER_MAP).map((name) => [name, name]))
browsers.set('Microsoft Edge', 'Edge').set('Samsung Internet for Android', 'Samsung Internet').delete('Generic')
const operatingSystems = new Set(Object.values(OS_MAP))
const devices = new Map<string, ParsedUserAgent['device']>([
  ['desktop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
  ['tv', 'TV'],
])

/** All names that `parseUserAgent` can return. */
export const browserNames: readonly string[] = [...browsers.values(), 'Other']
export const operatingSystemNames: readonly string[] = [...operatingSystems, 'Other']

/**
 * Parses a `User-Agent` header. A missing or empty one counts as a person with an
 * unknown device. All names are from fixed lists, except `botName`, a word of the header.
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

/** A crawler that Bowser knows gets the browser `Other`: its name is in `botName`. */
function parseDevice(text: string): Pick<ParsedUserAgent, 'device' | 'browser' | 'os'> {
  if (!browserPattern.test(text)) return { device: 'Other', browser: 'Other', os: 'Other' }
  const { browser, os, platform } = parse(text)
  return {
    // Bowser has no platform for Chrome OS and the BSDs. X11 means a desktop.
    device: devices.get(platform.type ?? (text.includes('X11') ? 'desktop' : '')) ?? 'Other',
    browser: (platform.type !== 'bot' && browsers.get(browser.name ?? '')) || 'Other',
    os: os.name && operatingSystems.has(os.name) ? os.name : 'Other',
  }
}

/**
 * The name of a bot: the first word of a plain user agent (`WhatsApp/2`). In one that begins like a browser's, the
 * first word that matches a bot, or else the product after `compatible;`. Addresses are ignored.
 */
function findBotName(text: string): string | null {
  const words: string[] =
    text
      .replace(/\S+/g, (part) => (part.includes('@') ? ' ' : part.replace(/https?:.*/i, ' ')))
      .match(/[a-z][\w-]*(?:\.[\w-]+)*/gi) ?? []
  const declared = words.indexOf('compatible') + 1 || words.length
  // Some patterns of isbot include the slash after a product, such as `cypress/`.
  const name = browserPattern.test(text) ? (words.find((word) => matchesBot(`${word}/`)) ?? words[declared]) : words[0]
  return name?.slice(0, maxBotNameLength) ?? null
}
