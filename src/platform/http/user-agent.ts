import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { memoize } from '../shared/memoize.ts'
import { browserPattern, findRobotName, isRobot } from './robots.ts'

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
  const isBot = isRobot(text)
  return Object.freeze({ ...parseDevice(text), isBot, botName: isBot ? findRobotName(text) : null })
}

/** A crawler that Bowser knows gets the browser `Other`: its name is in `botName`. */
function parseDevice(text: string): Pick<ParsedUserAgent, 'device' | 'browser' | 'os'> {
  // For others Bowser guesses, and reports wget as a desktop.
  if (!browserPattern.test(text)) return { device: 'Other', browser: 'Other', os: 'Other' }
  const { browser, os, platform } = parse(text)
  return {
    // Bowser has no platform for Chrome OS and the BSDs. X11 means a desktop.
    device: devices.get(platform.type ?? (text.includes('X11') ? 'desktop' : '')) ?? 'Other',
    browser: (platform.type !== 'bot' && browsers.get(browser.name ?? '')) || 'Other',
    os: os.name && operatingSystems.has(os.name) ? os.name : 'Other',
  }
}
