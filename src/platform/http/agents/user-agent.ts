import { BROWSER_MAP, OS_MAP, parse } from 'bowser'
import { memoize } from '../../shared/memoize.ts'
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
/** Browsers that Bowser does not know, or calls by a name that is not in its own list. */
const moreBrowsers = new Map([
  ['OPT', 'Opera'],
  ['OPX', 'Opera'],
  ['DuckDuckGo', 'DuckDuckGo'],
  ['HuaweiBrowser', 'Huawei Browser'],
  ['MiuiBrowser', 'Miui Browser'],
  ['Thunderbird', 'Thunderbird'],
])
const moreBrowsersPattern = new RegExp(String.raw`\b(${[...moreBrowsers.keys()].join('|')})/`)
/** A system of simple phones. Bowser takes it for Android, or for none. */
const kaiOs = 'KaiOS'
const operatingSystems = new Set([...Object.values(OS_MAP), kaiOs])
const devices = new Map<string, ParsedUserAgent['device']>([
  ['desktop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['tablet', 'Tablet'],
  ['tv', 'TV'],
])

/** All names that `parseUserAgent` can return. */
export const browserNames: readonly string[] = [...new Set([...browsers.values(), ...moreBrowsers.values()]), 'Other']
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

type Device = Pick<ParsedUserAgent, 'device' | 'browser' | 'os'>

/** An iPad that asks for the desktop's pages says `Macintosh`. No Mac has one of these. */
const iosToken = /\b(?:CriOS|EdgiOS|FxiOS|GSA|OPiOS|OPT|OPX)\/|\bMobile\/\w|\biPad|\biPhone\d/
const macComment = /\(Macintosh;[^()]*\)/

/** Televisions with Android. Bowser takes them for tablets. */
const androidTv = /\b(?:AFT[A-Z]|Android ?TV|BRAVIA|Chromecast|Google TV|M[Ii]BOX|M[Ii]TV)/

/** A crawler that Bowser knows gets the browser `Other`: its name is in `botName`. */
function parseDevice(text: string): Device {
  // For others Bowser guesses, and reports wget as a desktop.
  if (!browserPattern.test(text)) return parseApp(text)
  const { browser, os, platform } = parse(iosToken.test(text) ? text.replace(macComment, toIosComment(text)) : text)
  const [, product = ''] = moreBrowsersPattern.exec(text) ?? []
  const name = moreBrowsers.get(product) ?? browsers.get(browser.name ?? '')
  return {
    device: androidTv.test(text) ? 'TV' : (devices.get(platform.type ?? guessPlatform(text)) ?? 'Other'),
    browser: (platform.type !== 'bot' && name) || 'Other',
    os: /\bKAIOS\//i.test(text) ? kaiOs : os.name && operatingSystems.has(os.name) ? os.name : 'Other',
  }
}

function toIosComment(text: string): string {
  return /\biPhone\d/.test(text) ? '(iPhone; CPU iPhone OS like Mac OS X)' : '(iPad; CPU OS like Mac OS X)'
}

/** Bowser has no platform for Chrome OS and the BSDs, where X11 means a desktop, and for the oldest phones. */
function guessPlatform(text: string): string {
  if (text.includes('X11')) return 'desktop'
  return /J2ME|MIDP/.test(text) ? 'mobile' : ''
}

/** The device of an app that does not begin like a browser, by the words that apps put there. */
function parseApp(text: string): Device {
  const browser = 'Other'
  if (/\biPad/.test(text)) return { device: 'Tablet', browser, os: 'iOS' }
  if (/\biP(?:hone|od)/.test(text)) return { device: 'Mobile', browser, os: 'iOS' }
  if (/\biOS\b|\bFBAN\/FBIOS/.test(text)) return { device: 'Other', browser, os: 'iOS' }
  if (!/\b(?:Android|Dalvik|FB4A)\b/i.test(text)) return { device: 'Other', browser, os: 'Other' }
  if (androidTv.test(text)) return { device: 'TV', browser, os: 'Android' }
  return { device: androidTablet.test(text) ? 'Tablet' : 'Mobile', browser, os: 'Android' }
}

/** Apps do not say whether they run on a tablet, but name its model. */
const androidTablet = /\b(?:tablet|SM-[TX]\d|GT-P\d|KF[A-Z]{3}|Nexus (?:7|9|10)\b|Pixel (?:C|Tablet)\b|Lenovo TB)/i

/** Browser and system, such as `Firefox on Linux`, from fixed lists, so that it has no text of a stranger; null if both are unknown. */
export function describeDevice(userAgent: string | undefined): string | null {
  const { browser, os } = parseUserAgent(userAgent)
  if (browser === 'Other') return os === 'Other' ? null : os
  return os === 'Other' ? browser : `${browser} on ${os}`
}
