import { createIsbotFromList, isbotPatterns, list } from 'isbot'
import { isPreviewCrawler } from './preview-crawlers.ts'

/** Every browser begins like this. */
export const browserPattern = /^(?:Mozilla|Opera)\//

/**
 * The tools with which people try addresses, by the names they send: command lines, HTTP libraries of programming languages,
 * API clients, and browsers for the terminal. A user agent that names nothing else is a person's.
 */
const tools = [
  // Command lines, and the libraries that older versions name.
  'aria2|curl|hey|httpie|k6|libcurl(?:-agent)?|lftp|vegeta|wget|wget2|xh',
  'GnuTLS|libidn2?|libpsl|librtmp|libssh2?|nghttp2|NSS|OpenSSL|SecureTransport|WinSSL|zlib',
  'PowerShell|WindowsPowerShell',
  // API clients.
  'Bruno(?:-runtime)?|GCDHTTPRequest|HTTPie-Desktop|Insomnia|Insomnium|Paw|Postman(?:Runtime)?|RapidAPI|SoapUI|Thunder Client',
  'IntelliJ HTTP Client(?:/[A-Za-z]+(?: [A-Z]+)?)?|vscode-restclient',
  // JavaScript.
  'axios|Bun|Deno|got|ky|needle|Node(?:\\.?js)?|node-fetch|node-superagent|superagent|undici',
  // Python.
  'aiohttp|CPython|httpx|PycURL|PyPy|python|python-(?:httpx|requests|urllib[23]?)|urllib3',
  // Go, Rust, C, C++ and Swift.
  'cpp-httplib|cpr|fasthttp|Go-http-client|Go[ -]package http|go-resty|gorequest|hyper|isahc|libsoup|reqwest|ureq',
  // Java, Kotlin and .NET.
  'Apache-Http(?:Async)?Client|async-http-client|AHC|HttpUrlConnection|Jakarta Commons-HttpClient|Java|Java-http-client|Jersey|Jetty|Kotlin|ktor-client',
  'Flurl|okhttp|ReactorNetty|RestSharp|unirest-java',
  // Perl, PHP, Ruby, Dart, Elixir and Erlang.
  'HTTP-Tiny|libwww-perl|LWP::Simple|Mojolicious|Perl',
  'Guzzle|GuzzleHttp|PHP|Symfony(?: HttpClient)?',
  'excon|Faraday|httparty|http\\.rb|HTTPClient|Mechanize|rest-client|Ruby|Typhoeus',
  'Dart|finch|hackney|mint|Req|Tesla',
  // Browsers for the terminal, and small ones.
  'Dillo|ELinks|Links|Lynx|libwww-FM|SSL-MM|NetSurf|w3m',
].join('|')

/** A tool with its version. */
const toolPattern = new RegExp(
  String.raw`(?<![\w.-])(?:${tools})(?:/[^\s();]{0,40}| v?\d[\w.+-]{0,40})?(?![\w-])`,
  'gi',
)

/** The home pages that some of them add. */
const homePagePattern =
  /\+?https?:\/\/(?:github\.com\/[\w-]{1,40}\/(?:got|mechanize|node-fetch|resty|typhoeus)|k6\.io|www\.thunderclient\.com)(?![\w.-])/gi

/** An app of a phone: they have names of their own, and no robot goes without one that isbot knows. */
const appPattern = /\b(?:iPhone|iPad|iPod|iOS|Android|CFNetwork|Dalvik|FBAN|okhttp)/

/**
 * The view of web pages that an app of a phone opens, with the name of the app at its end (`... Mobile/15E148 QRScanner/2`).
 * Robots that send the agent of a phone say `compatible` or name an address; YisouSpider does neither.
 */
const phoneAppPattern =
  /^Mozilla\/5\.0 \((?:iP(?:hone|ad|od)[^()]*\) AppleWebKit\/.* Mobile\/1\w|Linux; Android [^()]*; wv\) AppleWebKit\/.* Chrome\/)/
const statedRobotPattern = /\bcompatible;|https?:|\w@\w|\b(?:YisouSpider|HeadlessChrome)\b/i

/** Names that say nothing, and that isbot takes for robots because of their form alone. */
const plainNames = ['App', 'App/1', 'App/1.0 (linux)', 'App/1.0', 'App/1.0;', '(App', '1', 'a'.repeat(50)]

/** Monitors that isbot matches only by the form of their names. */
const monitors = [
  '^(?:check_|collectd|gatus|hexometer|kube-probe|microsoft[ -]|monit/|munin|prometheus|updown|xing-|xymon|zabbix)',
  'health-?check|monitoring|nagios|nodeping|statping|uptime',
]

const plainNamePatterns = new Set(plainNames.flatMap((name) => isbotPatterns(name)))
const matchesIsbot = createIsbotFromList([...list, ...monitors])
const matchesNamedRobot = createIsbotFromList([
  ...list.filter((pattern) => !plainNamePatterns.has(pattern)),
  ...monitors,
])

/**
 * Whether a user agent belongs to a robot. isbot decides, with four exceptions that count as people: an empty user agent,
 * one that names only tools, an app of a phone, for which isbot's patterns for plain product names say nothing, and the view of
 * web pages in such an app, whatever its name is. All
 * crawlers that build previews are robots.
 */
export function isRobot(text: string): boolean {
  if (isBare(text)) return false
  if (isPreviewCrawler(text)) return true
  if (phoneAppPattern.test(text) && !statedRobotPattern.test(text)) return false
  const masked = text.replace(homePagePattern, ' ').replace(toolPattern, ' ')
  const comments = masked.match(/\([^()]*\)/g) ?? []
  const isToolOnly = masked !== text && isBare(masked.replace(/\([^()]*\)/g, ' '))
  if (isToolOnly) return comments.some((comment) => matchesNamedRobot(comment.slice(1, -1)))
  if (!browserPattern.test(text) && appPattern.test(text))
    return matchesNamedRobot(text.replace(/okhttp|com\.google\.android/gi, ' '))
  return matchesIsbot(text)
}

/** Whether a user agent has no word but that with which browsers begin. */
function isBare(text: string): boolean {
  return !/[\p{L}\p{N}]/u.test(text.replace(/^Mozilla\/[\d.]{1,8}/, ''))
}

const maxRobotNameLength = 64

/**
 * The name of a robot: the first word of a plain user agent (`WhatsApp/2`). In one that begins like a browser's, the
 * first word that matches a robot, or else the product after `compatible;`. Addresses are ignored.
 */
export function findRobotName(text: string): string | null {
  const words: string[] =
    text
      .replace(/\S+/g, (part) => (part.includes('@') ? ' ' : part.replace(/https?:.*/i, ' ')))
      .match(/[a-z][\w-]*(?:\.[\w-]+)*/gi) ?? []
  const declared = words.indexOf('compatible') + 1 || words.length
  // Some patterns of isbot include the slash after a product, such as `cypress/`.
  const isRobotWord = (word: string) => matchesNamedRobot(`${word}/`) || isPreviewCrawler(word)
  const name = browserPattern.test(text) ? (words.find(isRobotWord) ?? words[declared]) : words[0]
  return name?.slice(0, maxRobotNameLength) ?? null
}
